/** A swap as the journal stores it. */
import { toDecimalString } from '../../../contract/amount.ts'
import type { SwapEntry } from '../../../contract/journal.ts'
import type { WalletCall } from '../../../contract/send.ts'
import { digestCalls } from '../../nouns/journal/callsEntry.ts'
import type { SwapPlan } from '../../nouns/swaps/planSwap.ts'

/** `calls`: the one call that it is recognized by; a batch has an id instead. */
export function toSwapEntry(
  { terms, quote, spender, steps }: SwapPlan,
  { id, at, calls }: { readonly id: string; readonly at: number; readonly calls: readonly WalletCall[] },
): SwapEntry {
  const { from, network, sell, buy, most, least, toNetworkId } = terms
  const out = { asset: sell, amount: toDecimalString(most) }
  const isApproved = spender !== undefined && steps.some(({ kind }) => kind === 'approve')
  return {
    kind: 'swap',
    id,
    from,
    caipNetworkId: network.caipNetworkId,
    at,
    status: 'asked',
    provider: quote.provider,
    quoteId: quote.id,
    out,
    in: { asset: buy, amount: toDecimalString(least) },
    ...(quote.exact === 'out' && { exact: 'out' as const }),
    ...(toNetworkId !== undefined && { toNetworkId }),
    expiresAt: quote.expiresAt,
    ...(isApproved && { allowance: { ...out, spender } }),
    ...(calls.length === 1 && { digests: [digestCalls(calls)] }),
  }
}
