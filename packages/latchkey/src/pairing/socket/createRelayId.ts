import type { Clock } from '../../engine/base/clock.ts'
import type { Random } from '../../engine/base/random.ts'

/** The id of a call to the relay: 19 digits as text, because JSON numbers end at 16 (relay.md §1.5). */
export function createRelayId(clock: Clock, random: Random): string {
  const tail = Number.parseInt(random.id().slice(0, 8), 16) % 1_000_000
  return `${Math.floor(clock.now())}${String(tail).padStart(6, '0')}`
}
