import type { RpcRequest, Sending } from '../../../contract/adapter.ts'
import { addressOf } from '../../../contract/caip.ts'
import { isTransactionHash } from '../../../contract/hash.ts'
import type { TransferReceipt } from '../../../contract/send.ts'
import { fieldOf } from '../../foreign/readForeign.ts'
import { parseAddress } from '../codec/address.ts'
import { type ChainTransaction, toTransaction } from './chainTransaction.ts'
import { countOf } from './nextNonce.ts'
import { parseNonce } from './sendTransaction.ts'

const mostRemembered = 100

/** By hash. */
export type SeenTransactions = Map<string, ChainTransaction>

/**
 * Reads the outcomes of transactions, replaced ones included. A transaction is remembered while a node still knows it,
 * because nodes forget one that was replaced.
 */
export function createReceipts(seen: SeenTransactions): Sending['receipt'] {
  return async (rpc, { hash, from, nonce: expected, ...sought }, signal) => {
    const mined = await outcomeOf(rpc, hash, signal)
    if (mined) return { status: mined, hash }
    const now = toTransaction(await rpc('eth_getTransactionByHash', [hash], signal))
    const key = hash.toLowerCase()
    if (now?.hash === key) {
      if (seen.size >= mostRemembered) seen.clear()
      seen.set(key, now)
    }
    const known = seen.get(key)
    const sender = known?.from ?? (from && parseAddress(addressOf(from)))
    const nonce = known?.nonce ?? (expected === undefined ? undefined : parseNonce(expected))
    if (!sender || nonce === undefined) return undefined
    if ((await countOf(rpc, sender, 'latest', signal)) <= nonce) return undefined
    const { minedAt, replacedWhy } = await import('./findByNonce.ts')
    const taker = await minedAt(rpc, sender, nonce, signal)
    // Its own block may have come between the questions.
    if (!taker || taker.hash === key) return undefined
    const outcome = await outcomeOf(rpc, taker.hash, signal)
    if (!outcome) return undefined
    const reason = replacedWhy(taker, known, sought)
    // While no node has shown the transaction, its nonce is a guess: another transaction with it proves nothing.
    if (!known && reason === 'other') return undefined
    return { status: 'replaced', hash, by: taker.hash, reason, outcome } satisfies TransferReceipt
  }
}

/** By the receipt alone; undefined while there is none, and for one of another transaction. */
async function outcomeOf(
  rpc: RpcRequest,
  hash: string,
  signal: AbortSignal | undefined,
): Promise<'confirmed' | 'failed' | undefined> {
  const receipt = await rpc('eth_getTransactionReceipt', [hash], signal)
  const told = fieldOf(receipt, 'transactionHash')
  const status = fieldOf(receipt, 'status')
  if (!isTransactionHash(told) || told.toLowerCase() !== hash.toLowerCase()) return undefined
  if (fieldOf(receipt, 'blockHash') == null) return undefined
  return status === '0x1' ? 'confirmed' : status === '0x0' ? 'failed' : undefined
}
