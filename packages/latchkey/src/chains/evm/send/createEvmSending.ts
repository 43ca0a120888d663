import type { Sending } from '../../../contract/adapter.ts'
import { createReceipts, type SeenTransactions } from './createReceipts.ts'
import { nextNonce } from './nextNonce.ts'
import { quoteTransfer } from './quoteTransfer.ts'

/**
 * Sending on eip155, in the chunk that is fetched with the first transfer.
 * @param seen Transactions seen so far; the caller keeps the map between calls.
 */
export function createEvmSending(seen: SeenTransactions): Sending {
  return {
    quote: quoteTransfer,
    nextNonce,
    receipt: createReceipts(seen),
    // Only for a transfer whose answer never came.
    find: async (...asked) => (await import('./findByNonce.ts')).findByNonce(...asked),
  }
}
