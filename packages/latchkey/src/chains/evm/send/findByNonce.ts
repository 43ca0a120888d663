/** Searches for the transaction that took a nonce: by the count at past blocks, halved until one is left (F15, F19). */
import type { RpcRequest, Sending } from '../../../contract/adapter.ts'
import { addressOf, networkIdOf } from '../../../contract/caip.ts'
import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import type { Hex } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'
import { parseQuantity, toQuantity } from '../codec/hex.ts'
import { type ChainTransaction, isSought, type Sought, toTransaction } from './chainTransaction.ts'
import { delegated } from './isContract.ts'
import { checkChain, countOf } from './nextNonce.ts'
import { parseNonce } from './sendTransaction.ts'

/** Blocks that are looked back at most; nodes that keep no old state end it sooner. */
const farthest = 1n << 20n
const mostTransactions = 5_000
/** How many nonces after its own are searched. */
const later = 10n

/** Finds the transaction that took a transfer's nonce. Never throws: returns 'unknown' when a node cannot say. */
export const findByNonce: Sending['find'] = async (rpc, { nonce: expected, hash, ...sought }, signal) => {
  const nonce = parseNonce(expected)
  if (nonce === undefined) return 'unknown'
  try {
    const account = 'transfer' in sought ? sought.transfer.from : sought.from
    await checkChain(rpc, networkIdOf(account), signal)
    const from = parseAddress(addressOf(account)) ?? '0x'
    const [mined, known, code] = await Promise.all([
      countOf(rpc, from, 'latest', signal),
      countOf(rpc, from, 'pending', signal),
      rpc('eth_getCode', [from, 'latest'], signal),
    ])
    // A contract's transaction uses the nonce of its payer. A delegating account's may, so that its absence among its own
    // nonces proves nothing.
    const isInOrder = code === '0x'
    if (!isInOrder && !delegated.test(String(code))) return 'unknown'
    if (known <= nonce) {
      // A node may have it behind an unused nonce.
      const has = hash && toTransaction(await rpc('eth_getTransactionByHash', [hash], signal))
      return has ? { hash } : isInOrder ? 'free' : 'unknown'
    }
    // Wallets that count for themselves may have given it a later one, when something else went out before it.
    const last = mined - nonce > later ? nonce + later : mined
    let isSure = last === mined
    for (let at = nonce; at < last; at++) {
      const taken = await minedAt(rpc, from, at, signal)
      if (taken && isSought(taken, sought)) return { hash: taken.hash }
      if (!taken) isSure = false
    }
    if (known > mined) {
      const waiting = (await transactionsOf(rpc, 'pending', signal)).filter(
        each => each.from === from && each.nonce >= nonce,
      )
      const ours = waiting.find(each => isSought(each, sought))
      if (ours) return { hash: ours.hash }
      // A pending transaction that the node did not list may be ours.
      if (waiting.length < known - mined) isSure = false
    }
    // A pending transaction may still be replaced, so another one with the nonce settles nothing.
    return isInOrder && isSure && mined > nonce ? 'other' : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** The mined transaction of an account with a nonce that is used; undefined when it is not found. */
export async function minedAt(
  rpc: RpcRequest,
  from: Hex,
  nonce: bigint,
  signal?: AbortSignal,
): Promise<ChainTransaction | undefined> {
  const head = parseQuantity(await rpc('eth_blockNumber', [], signal))
  if (head === undefined) return undefined
  const isUsed = async (block: bigint) => (await countOf(rpc, from, toQuantity(block), signal)) > nonce
  // The last block in which it was not used: first back in doubling steps, then by halves.
  let used = head
  let unused = head
  for (let step = 1n; unused === head; step *= 2n) {
    if (step > farthest || used === 0n) return undefined
    const block = head > step ? head - step : 0n
    if (await isUsed(block)) used = block
    else unused = block
  }
  while (used - unused > 1n) {
    const half: bigint = (used + unused) / 2n
    if (await isUsed(half)) used = half
    else unused = half
  }
  const list = await transactionsOf(rpc, toQuantity(used), signal)
  return list.find(each => each.from === from && each.nonce === nonce)
}

/** Why a transaction was replaced: by the same with another fee, by an empty one to oneself, or by something else. */
export function replacedWhy(
  taker: ChainTransaction,
  known: ChainTransaction | undefined,
  sought: Sought,
): 'repriced' | 'cancelled' | 'other' {
  const { from, to, value, input } = taker
  const isSame = known
    ? to === known.to && value === known.value && input === known.input
    : isSought(taker, sought)
  if (isSame) return 'repriced'
  // So wallets cancel.
  return to === from && value === 0n && input === '0x' ? 'cancelled' : 'other'
}

/** The transactions of a block, by one large answer or, when that is too large for us, one by one. */
async function transactionsOf(
  rpc: RpcRequest,
  block: string,
  signal: AbortSignal | undefined,
): Promise<readonly ChainTransaction[]> {
  const whole = await rpc('eth_getBlockByNumber', [block, true], signal).catch(() => undefined)
  const list =
    itemsOf(fieldOf(whole, 'transactions'), mostTransactions) ??
    (await Promise.all(
      (
        itemsOf(
          fieldOf(await rpc('eth_getBlockByNumber', [block, false], signal), 'transactions'),
          mostTransactions,
        ) ?? []
      ).map(hash => rpc('eth_getTransactionByHash', [hash], signal)),
    ))
  return list.flatMap(item => toTransaction(item) ?? [])
}
