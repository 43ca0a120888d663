import type { OrderRow } from './orderRow.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Pauses between two looks, by the age up to which they hold. */
const pauses = [
  { until: 10 * minute, pause: 10_000 },
  { until: hour, pause: minute },
  { until: day, pause: 10 * minute },
  { until: 30 * day, pause: hour },
] as const

/**
 * When a provider is asked about an order again though no caller wants to know; null: no more. One that failed is still looked at for a day, and one that
 * was lost sight of for a month, since money that comes late is still the visitor's.
 */
export function nextLook(
  { state, created_at: createdAt }: Pick<OrderRow, 'state' | 'created_at'>,
  now: number,
): number | null {
  if (state === 'confirmed') return null
  const age = now - createdAt
  const isOver = state === 'failed' || state === 'refunded'
  if (isOver && age > day) return null
  const step = pauses.find(({ until }) => age < until)
  return step === undefined ? null : now + (isOver ? Math.max(step.pause, 10 * minute) : step.pause)
}
