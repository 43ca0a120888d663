import { providerCodes, type RpcRequest } from 'latchkey/contract'
import { fieldOf, type Hex, textOf, toSendError } from 'latchkey/evmcodec'
import type { ProviderClock } from './deps.ts'
import { NodeFault } from './nodes.ts'
import { refusal } from './refusal.ts'

const looks = 3
const lookWait = 1_000

const isKnown = /already (?:known|imported)|known transaction/i
const isOutdated = /nonce (?:is )?too low|replacement transaction underpriced/i

/**
 * Sends a transaction to the network until a node confirms that it has it; the same bytes are the same transaction.
 * `outdated`: it was surely not accepted, because another one has its nonce. Once the outcome was in doubt, only the
 * transaction itself ends the doubt: a refusal may be about its own copy (T73, F15, F19).
 * @throws LatchkeyError SEND_FAILED with the node's words when it was refused for sure, SEND_UNKNOWN with its hash
 * otherwise.
 */
export async function broadcast(
  nodes: RpcRequest,
  { raw, hash }: { readonly raw: Hex; readonly hash: Hex },
  clock: Pick<ProviderClock, 'wait'>,
): Promise<'sent' | 'outdated'> {
  let isOpen = false
  for (let look = 0; look < looks; look++) {
    try {
      await nodes('eth_sendRawTransaction', [raw])
      return 'sent'
    } catch (cause) {
      const words = cause instanceof NodeFault ? (textOf(cause.message, 200) ?? '') : ''
      if (isKnown.test(words)) return 'sent'
      const there = await isThere(nodes, hash)
      if (there) return 'sent'
      if (!isOpen && isRefused(cause)) {
        if (!isOutdated.test(words))
          throw refusal('transactionRejected', { ...(words && { message: words }) })
        // The transaction with this nonce may be this very one, until a node denies having it.
        if (there === false) return 'outdated'
      }
      isOpen = true
    }
    await clock.wait(lookWait * 2 ** look)
  }
  if (await isThere(nodes, hash)) return 'sent'
  // It may be pending: the page gets the hash to look for, and it is not sent again.
  throw refusal('unavailable', {
    code: 'SEND_UNKNOWN',
    message: 'The outcome of the transaction is not known.',
    data: { hash },
  })
}

/** Whether a node's answer means for sure that it did not take the transaction; doubt is never called a failure. */
function isRefused(cause: unknown): boolean {
  if (!(cause instanceof NodeFault)) return false
  return cause.code === providerCodes.transactionRejected || toSendError(cause).code === 'SEND_FAILED'
}

/** Whether the network has it; undefined when no node answers. */
async function isThere(nodes: RpcRequest, hash: Hex): Promise<boolean | undefined> {
  try {
    const found = await nodes('eth_getTransactionByHash', [hash])
    return found === null ? false : fieldOf(found, 'hash') === hash || undefined
  } catch {
    return undefined
  }
}
