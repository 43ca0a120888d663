import type { ActivityEntry, ActivityKind } from './activityEntry.ts'
import type { ActivityLeg } from './activityLegs.ts'

/** SPEC §9 "Transaction signs", as far as they are not those of the direction in which such a kind moves assets. */
const signs: Readonly<Partial<Record<ActivityKind, '+' | '-'>>> = { deposit: '+', withdraw: '-' }

/**
 * The sign before a leg's amount. Where assets go both ways, as in a swap, each leg's direction says it; a lone leg has
 * the sign of the transaction's kind (SPEC §9), else of its direction; what goes to oneself has none.
 */
export function legSign(
  { kind, legs }: Pick<ActivityEntry, 'kind' | 'legs'>,
  leg: ActivityLeg,
): '+' | '-' | '' {
  const isOneWay = legs.every(({ direction }) => direction === leg.direction)
  const byKind = isOneWay ? signs[kind] : undefined
  return byKind ?? (leg.direction === 'in' ? '+' : leg.direction === 'out' ? '-' : '')
}
