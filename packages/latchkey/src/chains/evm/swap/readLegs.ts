import type { RpcRequest } from '../../../contract/adapter.ts'
import type { Amount } from '../../../contract/amount.ts'
import { addressOf } from '../../../contract/caip.ts'
import { isTransactionHash } from '../../../contract/hash.ts'
import type { SentAsset } from '../../../contract/send.ts'
import type { SwapLegs, SwapTerms } from '../../../contract/swap.ts'
import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import { readAddress } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'
import { sumTransfers } from '../send/sumTransfers.ts'
import { nativeChange } from './nativeChange.ts'
import { onlyWord } from './readAllowance.ts'
import { tokenOf } from './swapReads.ts'

const mostReceipts = 20
const mostLogs = 5_000
/** `Deposit(address,uint256)` and `Withdrawal(address,uint256)` of WETH9, which reports no transfer for them. */
const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

type Terms = Pick<SwapTerms, 'from' | 'network' | 'sell' | 'buy' | 'recipient' | 'toNetworkId'>

/**
 * Returns both legs of confirmed transactions: of tokens by the logs of the two contracts alone, of the native currency by a trace or by the
 * account's balance. A leg that they do not tell is absent; it is never the quote.
 * @throws LatchkeyError of `rpc`.
 */
export async function readLegs(
  rpc: RpcRequest,
  { hash, terms }: { readonly hash: string | readonly string[]; readonly terms: Terms },
  signal?: AbortSignal,
): Promise<SwapLegs> {
  const owner = parseAddress(addressOf(terms.from))
  const receiver = terms.recipient === undefined ? owner : parseAddress(terms.recipient)
  const hashes = [...new Set([hash].flat())]
  if (!owner || !receiver || hashes.length > mostReceipts) return {}
  const receipts = await Promise.all(hashes.map(each => receiptOf(rpc, each, signal)))
  const isHere = terms.toNetworkId === undefined || terms.toNetworkId === terms.network.caipNetworkId
  const [sold, bought] = await Promise.all([
    changeOf(terms.sell, owner, true),
    isHere ? changeOf(terms.buy, receiver, receiver === owner) : undefined,
  ])
  const out = sold !== undefined && sold < 0n ? amountOf(terms.sell, -sold) : undefined
  const gain = bought !== undefined && bought > 0n ? amountOf(terms.buy, bought) : undefined
  return { ...(out && { out }), ...(gain && { in: gain }) }

  function changeOf(
    asset: SentAsset,
    account: string,
    isOwn: boolean,
  ): Promise<bigint | undefined> | bigint | undefined {
    const token = tokenOf(asset)
    if (token === undefined) return isOwn ? nativeChange(rpc, receipts, account, signal) : undefined
    return tokenChange(receipts, token, account)
  }
}

/** Undefined while there is none, and for one of another transaction. */
async function receiptOf(rpc: RpcRequest, hash: string, signal: AbortSignal | undefined): Promise<unknown> {
  if (!isTransactionHash(hash)) return undefined
  const receipt = await rpc('eth_getTransactionReceipt', [hash], signal)
  const told = fieldOf(receipt, 'transactionHash')
  const isSame = typeof told === 'string' && told.toLowerCase() === hash.toLowerCase()
  return isSame && fieldOf(receipt, 'blockHash') != null ? receipt : undefined
}

/** By the logs of the token's own contract; all others may say what they like. */
function tokenChange(receipts: readonly unknown[], token: string, account: string): bigint | undefined {
  const address = parseAddress(token)
  let total = 0n
  for (const receipt of receipts) {
    const all = itemsOf(fieldOf(receipt, 'logs'), mostLogs + 1)
    if (!all || all.length > mostLogs) return undefined
    const logs = all.filter(log => parseAddress(fieldOf(log, 'address')) === address)
    const moved = sumTransfers({ logs }, account)
    if (!moved) return undefined
    // A contract that reports transfers for wrapping, too, has said it already.
    total += moved.get(token.toLowerCase()) ?? wrapped(logs, account)
  }
  return total
}

function wrapped(logs: readonly unknown[], account: string): bigint {
  let total = 0n
  for (const log of logs) {
    const [kind, owner, more] = itemsOf(fieldOf(log, 'topics'), 3) ?? []
    const value = onlyWord(fieldOf(log, 'data'))
    if (value === undefined || more !== undefined || readAddress(owner) !== account.toLowerCase()) continue
    if (kind === deposit) total += value
    if (kind === withdrawal) total -= value
  }
  return total
}

function amountOf({ decimals }: SentAsset, value: bigint): Amount {
  return { value, decimals }
}
