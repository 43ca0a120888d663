import type { AccountState } from '../../contract/account.ts'
import type { Amount } from '../../contract/amount.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import type { StoredKey } from '../../engine/base/stored.ts'
import type { EngineContext } from '../../engine/context.ts'
import { toFiatDecimal } from '../../engine/flows/send/fiatAmount.ts'

/** `@latchkey/<id>/protectAsked`: the address of the unprotected wallet whose visitor was asked once it held something. */
export const protectAsked: StoredKey<string> = {
  name: 'protectAsked',
  version: 1,
  parse: data => (typeof data === 'string' && data.length <= 64 ? data : undefined),
}

/** Whether the account is known to hold anything, worth something or not. */
export function holdsFunds({
  balance,
  tokenBalance,
}: Pick<AccountState, 'balance' | 'tokenBalance'>): boolean {
  return Number(balance) > 0 || (tokenBalance ?? []).some(({ quantity }) => Number(quantity.numeric) > 0)
}

/**
 * Whether this is more than the host lets a visitor send from an unprotected wallet without asking (`protectAbove`). An
 * amount of unknown worth is. `price` and `limit` in US dollars.
 */
export function isAbove(limit: number, amount: Amount, price: number | undefined): boolean {
  if (amount.value === 0n || limit === Number.POSITIVE_INFINITY) return false
  const worth = toFiatDecimal(amount, price, 6)
  return worth === undefined || Number(worth) > limit || (limit === 0 && Number(worth) === 0)
}

const createAsked = () => new Set<string>()

/** The connections whose visitor was asked before they sent something from this page. */
export function askedToSend(ctx: EngineContext): Set<string> {
  return oneOf(ctx, createAsked)
}
