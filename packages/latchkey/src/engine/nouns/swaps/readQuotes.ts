import { namespaceOf } from '../../../contract/caip.ts'
import { getConvertGasPrice, getConvertQuotes } from '../../../contract/convert.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { QuoteFault, SwapContract, Swapping, SwapTerms } from '../../../contract/swap.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { EngineContext } from '../../context.ts'
import { type AskedQuote, assetOfToken, toSwapQuery } from './askedQuote.ts'
import { failureOf, worstOf } from './failureOf.ts'
import type { SwapFailure, SwapQuote } from './swapQuote.ts'
import { toSwapQuote } from './toSwapQuote.ts'

/** Wrapping does not end; entries and views want a moment. */
const wrapLife = 86_400_000

export type QuotesAnswer =
  | { readonly at: 'known'; readonly quotes: readonly SwapQuote[] }
  | { readonly at: 'failed'; readonly failure: SwapFailure; readonly reasons: readonly QuoteFault[] }

/** The chain's side of swapping. @throws LatchkeyError SWAP_UNSUPPORTED where there is none, CHUNK_FAILED. */
export async function loadSwapping(
  ctx: Pick<EngineContext, 'adapter'>,
  { caipNetworkId }: AskedQuote['network'],
): Promise<Swapping> {
  const { swapping } = await ctx.adapter(namespaceOf(caipNetworkId))
  if (!swapping) throw createError('SWAP_UNSUPPORTED', { context: { network: caipNetworkId } })
  return swapping()
}

/** What was asked for as it is wrapped: one for one. */
export function wrapTerms({ from, network, sell, buy, amount }: AskedQuote): SwapTerms {
  return {
    from,
    network,
    sell: assetOfToken(sell),
    buy: assetOfToken(buy),
    most: { value: amount, decimals: sell.decimals },
    least: { value: amount, decimals: buy.decimals },
  }
}

/** Wrapping and unwrapping as a quote: no provider, no slippage, no services. */
export function wrapQuote(asked: AskedQuote, now: number): SwapQuote {
  const { most, least } = wrapTerms(asked)
  return {
    id: 'wrap',
    provider: 'wrap',
    exact: asked.exact,
    out: most,
    in: least,
    most,
    least,
    expiresAt: now + wrapLife,
    fees: [],
    priceImpact: 0,
    route: [],
    zeroFirst: false,
    wraps: true,
  }
}

/** Quotes for what was asked for, the best first. Never throws: every failure is an answer, without numbers (F26). */
export async function readQuotes(
  ctx: Pick<EngineContext, 'adapter' | 'api' | 'clock' | 'config'>,
  asked: AskedQuote,
  contracts: (swapping: Swapping) => Promise<readonly SwapContract[]>,
  signal: AbortSignal,
): Promise<QuotesAnswer> {
  const { network, slippageBps } = asked
  const isAcross = asked.buy.caipNetworkId !== undefined
  try {
    const swapping = await loadSwapping(ctx, network)
    // The contract that wraps here may have the address of a token there; it knows no other receiver.
    if (
      !isAcross &&
      asked.recipient === undefined &&
      swapping.wrap(wrapTerms(asked), await contracts(swapping))
    )
      return { at: 'known', quotes: [wrapQuote(asked, ctx.clock.now())] }
    const api = await ctx.api()
    const query = { ...toSwapQuery(asked), slippageBps: String(slippageBps) }
    // Without it the network fee is unknown, and said so.
    const priced = api
      .call(getConvertGasPrice, { query: { chainId: network.caipNetworkId }, signal })
      .then(({ standard }) => BigInt(standard))
      .catch(() => undefined)
    const answer = await api.call(getConvertQuotes, { query, signal })
    const rules = { spelling: factsOf(ctx.config, network.chainNamespace).tokens, gasPrice: await priced }
    const quotes = answer.quotes.flatMap(each => toSwapQuote(each, asked, rules) ?? [])
    if (quotes.length > 0) return { at: 'known', quotes }
    const reasons = answer.faults.map(({ reason }) => reason)
    // All that came is not what was asked for.
    const failure = answer.quotes.length > 0 ? 'unsafe' : worstOf(reasons)
    return { at: 'failed', failure, reasons }
  } catch (cause) {
    return { at: 'failed', failure: failureOf(cause), reasons: [] }
  }
}
