/** What becomes of a swap on the network where it arrives: asked of the services, and read from that network (SPEC-NOTES §4 "Swap"). */
import { toDecimalString } from '../../../contract/amount.ts'
import { addressOf, networkIdOf, toCaipAddress } from '../../../contract/caip.ts'
import { getConvertStatus } from '../../../contract/convert.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import type { EntryLeg, SwapArrival, SwapEntry } from '../../../contract/journal.ts'
import { isSameId } from '../../../contract/namespaceFacts.ts'
import { factsOf } from '../../base/factsOf.ts'
import { type PageSight, pageSight } from '../../base/pageSight.ts'
import { poll } from '../../base/poll.ts'
import type { EngineContext } from '../../context.ts'
import { isArriving } from '../../nouns/journal/isArriving.ts'
import type { Journal } from '../../nouns/journal/journal.ts'
import { findNetwork } from '../../nouns/networks/findNetwork.ts'
import { tokenIdOf } from '../../nouns/swaps/askedQuote.ts'

export type ArrivalContext = Pick<
  EngineContext,
  'adapter' | 'api' | 'clock' | 'config' | 'isInPage' | 'rpc' | 'signal'
>

/** Milliseconds between two questions, by the age of the swap. */
const gaps: readonly (readonly [age: number, gap: number])[] = [
  [300_000, 10_000],
  [3_600_000, 30_000],
  [Number.POSITIVE_INFINITY, 300_000],
]

/** Asks while the page is seen, until it is over, and stores each answer in the journal. Returns the stop. */
export function followArrival(
  ctx: ArrivalContext,
  journal: Journal,
  entry: SwapEntry,
  sight: PageSight = pageSight(),
): () => void {
  const { clock, signal, isInPage } = ctx
  let due = 0
  let isOver = false

  async function refresh(): Promise<void> {
    if (isOver || clock.now() < due) return
    const age = clock.now() - entry.at
    due = clock.now() + (gaps.find(([until]) => age < until)?.[1] ?? 0)
    try {
      const { arrival, came } = await readArrival(ctx, entry)
      await journal.change(entry.id, now => {
        // Another tab may know the end of it already.
        if (now?.kind !== 'swap' || !isArriving(now, clock.now())) return now
        return { ...now, arrival, ...(came && { legs: { ...now.legs, in: came } }) }
      })
      isOver = arrival.state !== 'waiting' && arrival.state !== 'unknown'
    } catch (cause) {
      // It is too long ago, or its provider is gone: what is known stands.
      isOver = isLatchkeyError(cause) && lost.includes(cause.context.refusal)
    }
  }

  return poll(
    { clock, signal, isInPage },
    { sight, refresh, dueAt: () => (isOver ? Number.POSITIVE_INFINITY : due) },
  )
}

const lost: readonly unknown[] = ['QUOTE_ENDED', 'CONVERT_UNSUPPORTED']

/** The services' word, and the amount that arrived by the logs of the network itself, where it tells. */
async function readArrival(
  ctx: ArrivalContext,
  entry: SwapEntry,
): Promise<{ readonly arrival: SwapArrival; readonly came?: EntryLeg | undefined }> {
  const { caipNetworkId, receipt, quoteId = '' } = entry
  const hash = receipt?.status === 'replaced' ? receipt.by : (receipt?.hash ?? entry.hash ?? '')
  const api = await ctx.api()
  const query = { quoteId, hash, chainId: caipNetworkId }
  const { status, received } = await api.call(getConvertStatus, { query, signal: ctx.signal })
  const paid = received?.hash ?? undefined
  const own = paid === undefined ? {} : { hash: paid }
  if (status !== 'done' || !received) return { arrival: { state: status, ...own } }
  const asset = entry.in.asset
  const network = entry.toNetworkId && findNetwork(ctx.config.networks, entry.toNetworkId)
  // What the host does not list can be neither read nor compared.
  if (!network) return { arrival: { state: status, ...own } }
  const { tokens } = factsOf(ctx.config, network.chainNamespace)
  const isAgreed =
    networkIdOf(received.asset) === network.caipNetworkId &&
    isSameId(received.asset, tokenIdOf(network, asset), tokens)
  if (!isAgreed) return { arrival: { state: 'partial', ...own } }
  const leg = (value: bigint): EntryLeg => ({
    asset,
    amount: toDecimalString({ value, decimals: asset.decimals }),
  })
  const came = paid === undefined ? undefined : await readCame(paid)
  return {
    arrival: { state: status, ...own, told: leg(BigInt(received.amount)) },
    came: came === undefined ? came : leg(came),
  }

  async function readCame(of: string): Promise<bigint | undefined> {
    if (!network) return undefined
    try {
      const { swapping } = await ctx.adapter(network.chainNamespace)
      const chain = await swapping?.()
      const from = toCaipAddress(network.caipNetworkId, addressOf(entry.from))
      const terms = { from, network, sell: asset, buy: asset }
      const legs = await chain?.legs(ctx.rpc(network), { hash: of, terms }, ctx.signal)
      return legs?.in?.value
    } catch {
      return undefined
    }
  }
}
