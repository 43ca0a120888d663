import { type CaipAddress, namespaceOf } from '../../../contract/caip.ts'
import { isSameAddress } from '../../../contract/isSameAddress.ts'
import type { TransferEntry } from '../../../contract/journal.ts'

/** Receivers of what was sent from here, the latest first; what the wallet declined is none (T63: never from the activity). */
export function recentReceivers(
  sent: readonly TransferEntry[],
  owner: CaipAddress | undefined,
): readonly TransferEntry[] {
  const namespace = owner && namespaceOf(owner)
  const done = sent.filter(({ from, status, receipt }) => {
    // Sped up, it is the other transaction that went through.
    const last = receipt?.status === 'replaced' && receipt.reason === 'repriced' ? receipt.outcome : status
    return namespaceOf(from) === namespace && (last === 'confirmed' || last === 'pending')
  })
  return done.filter((each, at) => done.findIndex(other => isSameAddress(other.to, each.to)) === at)
}
