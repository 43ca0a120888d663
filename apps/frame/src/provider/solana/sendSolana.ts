import type { RpcRequest } from 'latchkey/contract'
import { fieldOf, itemsOf, textOf } from 'latchkey/evmcodec'
import type { ProviderClock } from '../deps.ts'
import { NodeFault } from '../nodes.ts'
import { refusal } from '../refusal.ts'
import type { SignedSolana } from './signSolana.ts'

const looks = 3
const lookWait = 1_000
/** Answers of Solana's nodes that come before a transaction is handed on: it would fail, or is none. */
const refusals: readonly number[] = [-32_002, -32_003, -32_013, -32_015, -32_016, -32_600, -32_601, -32_602]

/**
 * Hands a signed transaction to a network's nodes until one says that it has it; the same bytes again are the same one.
 * As with the networks of eip155, doubt is never called a failure (T73, F15).
 * @throws LatchkeyError SEND_FAILED with the node's words when it was refused for sure, SEND_UNKNOWN with its signature otherwise.
 */
export async function sendSolana(
  nodes: RpcRequest,
  { wire, id }: SignedSolana,
  options: { readonly clock: Pick<ProviderClock, 'wait'>; readonly wishes: object },
): Promise<void> {
  let isOpen = false
  for (let look = 0; look < looks; look++) {
    try {
      await nodes('sendTransaction', [wire, { ...options.wishes, encoding: 'base64' }])
      return
    } catch (cause) {
      const words = cause instanceof NodeFault ? (textOf(cause.message, 200) ?? '') : ''
      if (/already (?:been )?processed/i.test(words) || (await isThere(nodes, id))) return
      if (!isOpen && cause instanceof NodeFault && refusals.includes(cause.code))
        throw refusal('transactionRejected', { ...(words && { message: words }) })
      isOpen = true
    }
    await options.clock.wait(lookWait * 2 ** look)
  }
  if (await isThere(nodes, id)) return
  throw refusal('unavailable', {
    code: 'SEND_UNKNOWN',
    message: 'The outcome of the transaction is not known.',
    data: { signature: id },
  })
}

/** @throws LatchkeyError with 4901 when the nodes are of another network than the one that was agreed to (T61, F16). */
export async function checkCluster(nodes: RpcRequest, chainId: string): Promise<void> {
  const genesis = await nodes('getGenesisHash', []).catch(() => {
    throw refusal('unavailable')
  })
  const isSame = typeof genesis === 'string' && `solana:${genesis.slice(0, 32)}` === chainId
  if (isSame) return
  throw refusal('chainDisconnected', { message: 'The network’s nodes are of another chain.' })
}

async function isThere(nodes: RpcRequest, id: string): Promise<boolean> {
  const answer = await nodes('getSignatureStatuses', [[id], { searchTransactionHistory: true }]).catch(
    () => undefined,
  )
  const [status] = itemsOf(fieldOf(answer, 'value'), 1) ?? []
  return typeof status === 'object' && status !== null
}
