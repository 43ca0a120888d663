import type { BalanceEvent } from '../../context.ts'
import type { KnownBalance } from '../accounts/projectState.ts'

/** Last known native balances by CAIP-10 address. */
export function knownBalances(
  state: Readonly<Record<string, KnownBalance>>,
  { caip10, balance }: BalanceEvent,
): Readonly<Record<string, KnownBalance>> {
  const { [caip10]: before, ...others } = state
  const isSame = before?.amount === balance?.amount && before?.symbol === balance?.symbol
  if (isSame && before?.at === balance?.at) return state
  return balance ? { ...others, [caip10]: balance } : others
}
