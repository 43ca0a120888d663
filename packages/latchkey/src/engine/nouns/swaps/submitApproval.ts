/** Asks the wallet for one approval, once, and waits for the chain's word (T73, F15, F19). */
import { type CaipAddress, namespaceOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { ApprovalEntry } from '../../../contract/journal.ts'
import type { Network } from '../../../contract/network.ts'
import type { TransferReceipt } from '../../../contract/send.ts'
import type { EngineContext } from '../../context.ts'
import { findSender } from '../journal/findSender.ts'
import { isSameEntry } from '../journal/isSameEntry.ts'
import type { Journal } from '../journal/journal.ts'
import type { SettleContext } from '../journal/settleEntry.ts'
import { submitCall } from '../journal/submitCalls.ts'
import { waitForReceipt } from '../journal/waitForReceipt.ts'
import type { PlannedStep } from './planSwap.ts'

export type SubmitContext = SettleContext & Pick<EngineContext, 'journal' | 'random'>

export interface ApprovalRequest {
  readonly from: CaipAddress
  readonly network: Network
  readonly step: Pick<PlannedStep, 'call'>
  readonly entry: ApprovalEntry
  /** It is on its way to the chain. */
  readonly sent?: (hash: string) => void
  readonly signal: AbortSignal
}

/**
 * Asks the wallet for an approval, waits for its transaction, and resolves when the chain took it.
 * @throws LatchkeyError as `submitTransfer`; SWAP_FAILED with `context.reason` `approval` when the chain refused it, or something else took
 * its nonce.
 */
export async function submitApproval(
  ctx: SubmitContext,
  journal: Journal,
  request: ApprovalRequest,
): Promise<void> {
  const { from, network, step, entry, sent, signal } = request
  const { caipNetworkId } = network
  // One that a page asked for before it was reloaded is waited for.
  const before = (await journal.refresh()).find(
    known => known.kind === 'approval' && known.status === 'pending' && isSameEntry(known, entry),
  )
  const hash =
    before && before.kind === 'approval' && before.hash !== undefined
      ? before.hash
      : (
          await submitCall(ctx, journal, {
            ...{ id: entry.id, from, network, calls: [step.call], entry, signal },
            wallet: () => findSender(ctx, { from, network }).abilities,
          })
        ).hash
  if (hash === undefined) throw createError('SEND_UNKNOWN', { context: { id: entry.id } })
  sent?.(hash)
  const receipt = await waitForReceipt(ctx, { hash, caipNetworkId, signal })
  if (!isTaken(receipt))
    throw createError('SWAP_FAILED', {
      context: { reason: 'approval', hash, namespace: namespaceOf(caipNetworkId) },
    })
}

/** Whether the chain did what was asked for, at whatever fee. */
export function isTaken(receipt: TransferReceipt): boolean {
  if (receipt.status !== 'replaced') return receipt.status === 'confirmed'
  return receipt.reason === 'repriced' && receipt.outcome === 'confirmed'
}
