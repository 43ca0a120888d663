/** A swap and its approvals as the journal stores them. */
import { toDecimalString } from '../../../contract/amount.ts'
import type { ApprovalEntry, SwapEntry } from '../../../contract/journal.ts'
import type { WalletCall } from '../../../contract/send.ts'
import type { SwapTerms } from '../../../contract/swap.ts'
import { digestCalls } from '../../nouns/journal/callsEntry.ts'
import type { PlannedStep, SwapPlan } from './planSwap.ts'

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

/** An approval of `step.amount`; `swap`: the id of the swap that it is for. */
export function toApprovalEntry(
  { from, network, sell }: Pick<SwapTerms, 'from' | 'network' | 'sell'>,
  { amount = 0n, call }: Pick<PlannedStep, 'amount' | 'call'>,
  own: { readonly id: string; readonly at: number; readonly spender: string; readonly swap?: string },
): ApprovalEntry {
  return {
    kind: 'approval',
    id: own.id,
    from,
    caipNetworkId: network.caipNetworkId,
    at: own.at,
    status: 'asked',
    asset: sell,
    amount: toDecimalString({ value: amount, decimals: sell.decimals }),
    spender: own.spender,
    ...(own.swap !== undefined && { for: own.swap }),
    digests: [digestCalls([call])],
  }
}
