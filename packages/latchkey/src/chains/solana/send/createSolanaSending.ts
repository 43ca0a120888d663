import type { Sending } from '../../../contract/adapter.ts'
import type { Broadcasts } from './broadcasts.ts'
import { nextLifetime } from './lifetime.ts'
import { createReceipts, findTransfer } from './outcomes.ts'
import { quoteTransfer } from './quoteTransfer.ts'

/**
 * Sending on solana, in the chunk that is fetched with the first transfer.
 * @param broadcasts What was broadcast from this page; the caller keeps it between calls.
 */
export function createSolanaSending(broadcasts: Broadcasts): Sending {
  return {
    quote: quoteTransfer,
    nextNonce: nextLifetime,
    needsNonce: true,
    receipt: createReceipts(broadcasts),
    find: findTransfer,
  }
}
