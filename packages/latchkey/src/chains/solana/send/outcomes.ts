/** What became of a transfer: by its signature, or by what it does where no signature is known (F15, F19). */
import type { RpcRequest, Sending } from '../../../contract/adapter.ts'
import { parseBase58 } from '../../../contract/base58.ts'
import { addressOf, networkIdOf } from '../../../contract/caip.ts'
import type { Transfer } from '../../../contract/send.ts'
import { fromBase64 } from '../../foreign/base64.ts'
import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import { longestTransaction } from '../longestTransaction.ts'
import type { Broadcasts } from './broadcasts.ts'
import { decodeTransaction } from './decodeTransaction.ts'
import { isTransfer } from './isTransfer.ts'
import { type Lifetime, parseLifetime } from './lifetime.ts'
import { checkChain, countOf, readEpoch } from './nodeAnswers.ts'

/**
 * Blocks after the last height in which a transaction that the wallet broadcasts may still be taken: its prompt may stand for five minutes,
 * and it may put in a fresh blockhash (decision 070).
 */
const walletsOwn = 900n
const pageSize = 1_000
const mostPages = 3
/** Transactions of the account that are looked into. */
const mostRead = 200

/** Reads the outcomes of transactions; those that were broadcast from here are broadcast again while they wait. */
export function createReceipts(broadcasts: Broadcasts): Sending['receipt'] {
  return async (rpc, { hash, nonce, from }, signal) => {
    const known = await statusOf(rpc, hash, signal)
    if (known !== 'none') return known && { status: known, hash }
    const lifetime = parseLifetime(nonce)
    if (!lifetime || !from) return undefined
    const own = broadcasts.get(hash)
    const end = lifetime.lastHeight + (own === undefined ? walletsOwn : 0n)
    const { blockHeight } = await readEpoch(rpc, 'finalized', signal)
    if (blockHeight <= end) {
      const options = { encoding: 'base64', skipPreflight: true, maxRetries: 0 }
      if (own !== undefined) await rpc('sendTransaction', [own, options], signal).catch(() => undefined)
      return undefined
    }
    // A node of another chain knows neither the transaction nor its time (F16); and it may have come between the questions.
    await checkChain(rpc, networkIdOf(from), signal)
    const late = await statusOf(rpc, hash, signal)
    if (late === 'none') return { status: 'expired', hash }
    return late && { status: late, hash }
  }
}

/** Undefined while it waits, 'none' where the node does not know it. */
async function statusOf(
  rpc: RpcRequest,
  hash: string,
  signal: AbortSignal | undefined,
): Promise<'confirmed' | 'failed' | 'none' | undefined> {
  const answer = await rpc('getSignatureStatuses', [[hash], { searchTransactionHistory: true }], signal)
  const list = itemsOf(fieldOf(answer, 'value'), 1)
  const status = list?.[0]
  if (list?.length === 1 && status === null) return 'none'
  const level = fieldOf(status, 'confirmationStatus')
  const error = fieldOf(status, 'err')
  if ((level !== 'confirmed' && level !== 'finalized') || error === undefined) return undefined
  return error === null ? 'confirmed' : 'failed'
}

/**
 * Finds a transfer whose answer was lost, by its blockhash and by what it does: wallets may put a fresh blockhash in. 'other' only when no
 * node can take it any more and none has it. Never throws: returns 'unknown' when a node cannot say.
 */
export const findTransfer: Sending['find'] = async (rpc, { nonce, hash, ...sought }, signal) => {
  const lifetime = parseLifetime(nonce)
  if (!lifetime || !('transfer' in sought) || hash !== undefined) return 'unknown'
  const { transfer } = sought
  try {
    await checkChain(rpc, transfer.network.caipNetworkId, signal)
    const { blockHeight, slot } = await readEpoch(rpc, 'finalized', signal)
    const found = await searchHistory(rpc, { transfer, lifetime, slot }, signal)
    if (typeof found === 'string') return { hash: found }
    return found.isWhole && blockHeight > lifetime.lastHeight + walletsOwn ? 'other' : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** The signature of the transfer among the sender's transactions since it was asked for, or whether all of them were looked at. */
async function searchHistory(
  rpc: RpcRequest,
  {
    transfer,
    lifetime,
    slot,
  }: { readonly transfer: Transfer; readonly lifetime: Lifetime; readonly slot: bigint },
  signal: AbortSignal | undefined,
): Promise<string | { readonly isWhole: boolean }> {
  let before: string | undefined
  let similar: string | undefined
  let left = mostRead
  const done = (isWhole: boolean) => similar ?? { isWhole }
  for (let page = 0; page < mostPages; page++) {
    const options = {
      limit: pageSize,
      commitment: 'confirmed',
      // Only a node that has got as far can say that there is nothing.
      minContextSlot: Number(slot),
      ...(before !== undefined && { before }),
    }
    const answer = await rpc('getSignaturesForAddress', [addressOf(transfer.from), options], signal)
    const list = itemsOf(answer, pageSize)
    if (!list) return done(false)
    for (const item of list) {
      const signature = fieldOf(item, 'signature')
      const at = countOf(fieldOf(item, 'slot'))
      if (typeof signature !== 'string' || !parseBase58(signature, 64) || at === undefined) return done(false)
      if (at < lifetime.slot) return done(true)
      if (left-- === 0) return done(false)
      const seen = await readTransaction(rpc, signature, signal)
      if (!seen) return done(false)
      before = signature
      if (!isTransfer(seen, transfer)) continue
      if (seen.blockhash === lifetime.blockhash) return signature
      similar = signature
    }
    if (list.length < pageSize) return done(true)
  }
  return done(false)
}

async function readTransaction(rpc: RpcRequest, signature: string, signal: AbortSignal | undefined) {
  const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const answer = await rpc('getTransaction', [signature, options], signal)
  const [words, encoding] = itemsOf(fieldOf(answer, 'transaction'), 2) ?? []
  const bytes = encoding === 'base64' ? fromBase64(words, longestTransaction) : undefined
  return bytes && decodeTransaction(bytes)
}
