import type { ActivityEntry, ActivityKind } from './activityEntry.ts'
import type { ActivityLeg } from './activityLegs.ts'

/**
 * SPEC §9 "Transaction signs"; kinds that are not named here go by the direction. Borrow, claim and repay do so too: no kind
 * of the services is called that, and what they move goes the way of their sign.
 */
const signs: Readonly<Partial<Record<ActivityKind, '+' | '-'>>> = {
  receive: '+',
  deposit: '+',
  withdraw: '-',
  burn: '-',
}

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
