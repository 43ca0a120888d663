import type { Random } from '../../engine/base/random.ts'

const first = 100

/** How long to wait before try number `attempt` (0 = the first again): anything up to 0.1 s, doubled each time (F01). */
export function fullJitter(attempt: number, cap: number, random: Random): number {
  const share = Number.parseInt(random.id().slice(0, 8), 16) / 2 ** 32
  return Math.floor(share * Math.min(cap, first * 2 ** Math.min(attempt, 20)))
}
