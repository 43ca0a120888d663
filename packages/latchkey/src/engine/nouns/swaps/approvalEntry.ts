/** An approval as the journal stores it. */
import { toDecimalString } from '../../../contract/amount.ts'
import type { ApprovalEntry } from '../../../contract/journal.ts'
import type { SwapTerms } from '../../../contract/swap.ts'
import { digestCalls } from '../journal/callsEntry.ts'
import type { PlannedStep } from './planSwap.ts'

/** An approval of `step.amount`; `for`: the id of the swap or payment that it is for. */
export function toApprovalEntry(
  { from, network, sell }: Pick<SwapTerms, 'from' | 'network' | 'sell'>,
  { amount = 0n, call }: Pick<PlannedStep, 'amount' | 'call'>,
  own: { readonly id: string; readonly at: number; readonly spender: string; readonly for?: string },
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
    ...(own.for !== undefined && { for: own.for }),
    digests: [digestCalls([call])],
  }
}
