import { addressOf } from '../../../contract/caip.ts'
import type { BalanceChange } from '../../../contract/send.ts'
import type { SwapTerms } from '../../../contract/swap.ts'
import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import { parseAddress } from '../codec/address.ts'
import { nativeAddress, sumTransfers } from '../send/sumTransfers.ts'
import { unsafe } from './compareSwap.ts'
import { readGrants } from './readGrants.ts'
import { type SwapReads, tokenOf } from './swapReads.ts'

/** More than `sumTransfers` reads. */
const mostLogs = 201

/** What a simulation showed of calls that worked. */
export interface TriedSwap {
  readonly terms: SwapTerms
  /** Who may be allowed to take `sell`, in lower case. */
  readonly spender: string | undefined
  /** What the calls carry of the native currency together. */
  readonly value: bigint
  /** Raw, one for each call. */
  readonly results: readonly unknown[]
  readonly before: SwapReads
  readonly after: SwapReads
}

/**
 * Compares what a simulation showed with the terms. Returns the balance changes, losses first, without the fee; undefined where the node
 * did not say enough.
 * @throws LatchkeyError SWAP_UNSAFE with `context.reason`: `allowance`, `other-asset`, `loss` or `gain`.
 */
export function judgeSwap(tried: TriedSwap): readonly BalanceChange[] | undefined {
  const { terms, before, after } = tried
  const { sell, buy } = terms
  const [sellToken, buyToken] = [tokenOf(sell), tokenOf(buy)]
  const sums = otherAssets(tried)
  const native = minus(after.native, before.native)
  const sold = minus(after.sell, before.sell)
  const bought = minus(after.buy, before.buy)
  const mostNative = sellToken === undefined ? terms.most.value : tried.value
  if (native !== undefined && -native > mostNative) throw unsafe('loss')
  if (sold !== undefined && -sold > terms.most.value) throw unsafe('loss')
  if (bought !== undefined && bought < terms.least.value) throw unsafe('gain')
  const isRead = native !== undefined && sold !== undefined && (!arrivesHere(terms) || bought !== undefined)
  const isBound = tried.spender === undefined || sellToken === undefined || after.allowance !== undefined
  if (!sums || !isRead || !isBound) return undefined
  const { symbol, decimals } = terms.network.nativeCurrency
  const ownGain = isOwnGain(terms)
  const changes: BalanceChange[] = [
    { asset: sell, change: sold },
    ...(ownGain && bought !== undefined ? [{ asset: buy, change: bought }] : []),
    ...(sellToken !== undefined && (buyToken !== undefined || !ownGain)
      ? [{ asset: { symbol, decimals }, change: native }]
      : []),
    ...[...sums].map(([address, change]) => ({
      asset: { address: parseAddress(address) ?? address },
      change,
    })),
  ]
  return changes.filter(({ change }) => change).sort((a, b) => (a.change < b.change ? -1 : 1))
}

/** What else is gained, by contract. Undefined where a result has no logs at all. */
function otherAssets({ terms, spender, results, before, after }: TriedSwap): Map<string, bigint> | undefined {
  const own = addressOf(terms.from)
  const [sell, buy] = [tokenOf(terms.sell)?.toLowerCase(), tokenOf(terms.buy)?.toLowerCase()]
  const most = larger(terms.most.value, before.allowance)
  if (after.allowance !== undefined && after.allowance > most) throw unsafe('allowance')
  const totals = new Map<string, bigint>()
  let isKnown = true
  for (const result of results) {
    const logs = itemsOf(fieldOf(result, 'logs'), mostLogs)
    if (!logs) {
      isKnown = false
      continue
    }
    const isAgreed = ({ by, spender: to, amount }: ReturnType<typeof readGrants>[number]) =>
      by === sell && to !== undefined && to === spender && amount !== undefined && amount <= most
    if (!readGrants(logs, own).every(isAgreed)) throw unsafe('allowance')
    // Collectibles, and lists too long to be read.
    const sums = sumTransfers({ logs }, own)
    if (!sums) throw unsafe('other-asset')
    for (const [asset, change] of sums) totals.set(asset, (totals.get(asset) ?? 0n) + change)
  }
  // What another receiver gets is no reason for the account to lose of the same token.
  for (const asset of [sell, isOwnGain(terms) ? buy : undefined, nativeAddress])
    if (asset) totals.delete(asset)
  if ([...totals.values()].some(change => change < 0n)) throw unsafe('other-asset')
  return isKnown ? totals : undefined
}

function arrivesHere({ toNetworkId, network }: SwapTerms): boolean {
  return toNetworkId === undefined || toNetworkId === network.caipNetworkId
}

function isOwnGain(terms: SwapTerms): boolean {
  const { from, recipient } = terms
  const isOwn = recipient === undefined || parseAddress(recipient) === parseAddress(addressOf(from))
  return isOwn && arrivesHere(terms)
}

function minus(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
  return one === undefined || other === undefined ? undefined : one - other
}

function larger(one: bigint, other: bigint | undefined): bigint {
  return other !== undefined && other > one ? other : one
}
