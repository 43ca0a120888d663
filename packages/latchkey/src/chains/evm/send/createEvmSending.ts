import type { Sending } from '../../../contract/adapter.ts'
import { createReceipts } from './createReceipts.ts'
import { nextNonce } from './nextNonce.ts'
import { quoteTransfer } from './quoteTransfer.ts'

// One for the page: what a transaction was is remembered from one question to the next.
const receipt = createReceipts()

/** Sending on eip155, in the chunk that is fetched with the first transfer. */
export function createEvmSending(): Sending {
  return {
    quote: quoteTransfer,
    place: nextNonce,
    receipt,
    // Only for a transfer whose answer never came.
    find: async (...asked) => (await import('./findAtPlace.ts')).findAtPlace(...asked),
  }
}
