/** What a swap takes: the transaction as built, read and compared, the approvals before it, and what a node foresees (T70). */

import { addressOf, type CaipNetworkId } from '../../../contract/caip.ts'
import { postConvertTransaction, toBuildSlippage } from '../../../contract/convert.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { isSameId } from '../../../contract/namespaceFacts.ts'
import type { WalletCall } from '../../../contract/send.ts'
import type { BuiltSwap, SwapForecast, Swapping, SwapTerms } from '../../../contract/swap.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { EngineContext } from '../../context.ts'
import { findNetwork } from '../networks/findNetwork.ts'
import { type AskedQuote, assetOfToken, toSwapQuery } from './askedQuote.ts'
import type { Contracts } from './createContracts.ts'
import { loadSwapping, wrapQuote, wrapTerms } from './readQuotes.ts'
import type { SwapQuote, SwapStep } from './swapQuote.ts'
import { toSwapQuote } from './toSwapQuote.ts'

/** Seconds that a swap may stay good: twenty minutes by its chain, whose clock may be ahead of this one. */
const longestLife = 3_600

export type PlanContext = Pick<EngineContext, 'adapter' | 'api' | 'clock' | 'config' | 'rpc'>

/** One request to the wallet. */
export interface PlannedStep {
  readonly kind: Exclude<SwapStep['kind'], 'batch'>
  readonly call: WalletCall
  /** Of an approval: what the spender may take then, in base units. */
  readonly amount?: bigint
}

/** A swap that may be asked for. */
export interface SwapPlan {
  readonly asked: AskedQuote
  readonly quote: SwapQuote
  readonly terms: SwapTerms
  readonly spender?: string
  /** In their order; the last one swaps. */
  readonly steps: readonly PlannedStep[]
  /** After an exact output: what is left of the allowance is revoked, where all goes as one. */
  readonly revoke?: PlannedStep
  readonly forecast: SwapForecast
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface PlanOptions {
  readonly contracts: Contracts
  readonly asked: AskedQuote
  /** The quote on the screen: its provider builds. */
  readonly shown: SwapQuote
  readonly signal: AbortSignal
}

/**
 * Has the shown quote's provider build the swap, reads what came, and tries it together with its approvals.
 * @throws LatchkeyError SWAP_UNSAFE, SWAP_UNSUPPORTED, RPC_ABORTED, CHUNK_FAILED, what the services and the nodes throw.
 */
export async function planSwap(ctx: PlanContext, options: PlanOptions): Promise<SwapPlan> {
  const { asked, signal } = options
  const { network, from } = asked
  const swapping = await loadSwapping(ctx, network)
  const contracts = await options.contracts.of(network, swapping)
  const { quote, built } = await build(ctx, options, swapping)
  const terms: SwapTerms = {
    ...{ from, network, sell: assetOfToken(asked.sell), buy: assetOfToken(asked.buy) },
    ...{ most: quote.most, least: quote.least },
    ...(asked.buy.caipNetworkId !== undefined && { toNetworkId: asked.buy.caipNetworkId }),
    ...(asked.recipient !== undefined && { recipient: asked.recipient }),
    until: Math.floor(ctx.clock.now() / 1_000) + longestLife,
  }
  await swapping.check(built, terms, contracts)
  if (terms.toNetworkId !== undefined) await checkThere(ctx, terms.toNetworkId, { swapping, terms, signal })
  const rpc = ctx.rpc(network)
  const spender = terms.sell.address === undefined ? undefined : built.spender
  const kind = !quote.wraps ? 'swap' : asked.sell.address === undefined ? 'wrap' : 'unwrap'
  const last: PlannedStep = { kind, call: built.call }
  const token = terms.sell.address
  const plan = { asked, quote, terms, at: ctx.clock.now() }
  if (spender === undefined || token === undefined) {
    const forecast = await swapping.forecast(rpc, { calls: [built.call], terms }, signal)
    return { ...plan, steps: [last], forecast }
  }
  const approval = (amount: bigint) => swapping.approval({ token, spender, amount })
  const allowed = await swapping.allowance(rpc, { from, token, spender }, signal)
  const most = terms.most.value
  const approve: PlannedStep = { kind: 'approve', call: approval(most), amount: most }
  const reset: PlannedStep = { kind: 'reset', call: approval(0n), amount: 0n }
  const isReset = quote.zeroFirst || swapping.needsZeroFirst(network.caipNetworkId, token)
  let steps = allowed >= most ? [last] : allowed > 0n && isReset ? [reset, approve, last] : [approve, last]
  const ask = () => swapping.forecast(rpc, { calls: steps.map(({ call }) => call), terms, spender }, signal)
  let forecast = await ask()
  if (forecast.zeroFirst && steps.length === 2) {
    steps = [reset, approve, last]
    forecast = await ask()
  }
  const isLeft = quote.exact === 'out' && steps.length > 1
  const revoke: PlannedStep = { kind: 'revoke', call: approval(0n), amount: 0n }
  return { ...plan, spender, steps, ...(isLeft && { revoke }), forecast }
}

/** What arrives on another network has the decimals that its amounts are shown with, by its own word (T74). */
async function checkThere(
  ctx: PlanContext,
  id: CaipNetworkId,
  {
    swapping,
    terms,
    signal,
  }: Pick<PlanOptions, 'signal'> & Pick<SwapPlan, 'terms'> & { readonly swapping: Swapping },
): Promise<void> {
  const network = findNetwork(ctx.config.networks, id)
  if (!network) throw createError('SWAP_UNSUPPORTED', { context: { network: id } })
  await swapping.checkToken(ctx.rpc(network), { network, asset: terms.buy }, signal)
}

async function build(
  ctx: PlanContext,
  { asked, shown, signal, contracts }: PlanOptions,
  swapping: Swapping,
): Promise<{ readonly quote: SwapQuote; readonly built: BuiltSwap }> {
  const { network, slippageBps, from } = asked
  if (shown.wraps) {
    const built = swapping.wrap(wrapTerms(asked), await contracts.of(network, swapping))
    if (!built) throw createError('SWAP_UNSUPPORTED', { context: { network: network.caipNetworkId } })
    return { quote: wrapQuote(asked, ctx.clock.now()), built }
  }
  const api = await ctx.api()
  const body = {
    ...toSwapQuery(asked),
    provider: shown.provider,
    quoteId: shown.id,
    ...toBuildSlippage(slippageBps),
    // It fails before the approval; the node tries both together.
    disableEstimate: true,
  }
  const { tx, quote: wire } = await api.call(postConvertTransaction, { body, signal })
  const { tokens: spelling, addresses } = factsOf(ctx.config, network.chainNamespace)
  const quote = toSwapQuote(wire, asked, { spelling, gasPrice: undefined })
  if (!quote || quote.provider !== shown.provider) throw unsafe('quote')
  if (!isSameId(tx.from, addressOf(from), addresses)) throw unsafe('from')
  const { to, data, value } = tx
  const { spender } = quote
  const call = { to, data, value: BigInt(value) }
  return { quote, built: { provider: quote.provider, call, ...(spender !== undefined && { spender }) } }
}

function unsafe(reason: string) {
  return createError('SWAP_UNSAFE', { context: { reason } })
}
