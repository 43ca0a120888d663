/** What a payment takes: one transfer, or a swap whose receiver is the merchant; tried before a wallet is asked (T70, T135). */
import type { Amount } from '../../../contract/amount.ts'
import type { CaipAddress } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { isSameId, type Spelling } from '../../../contract/namespaceFacts.ts'
import type { Network } from '../../../contract/network.ts'
import type { AcceptedPayment } from '../../../contract/payments.ts'
import type { Simulation, Transfer, TransferQuote } from '../../../contract/send.ts'
import { defaultSlippageBps } from '../../../contract/swap.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { EngineContext } from '../../context.ts'
import { isContractAccount } from '../../nouns/accounts/isContractAccount.ts'
import { lacksFee } from '../../nouns/amounts/lacksFee.ts'
import { loadSending } from '../../nouns/journal/settleEntry.ts'
import type { AskedQuote } from '../../nouns/swaps/askedQuote.ts'
import type { Contracts } from '../../nouns/swaps/createContracts.ts'
import { defaultImpactLimit, faultOf } from '../../nouns/swaps/judgePlan.ts'
import { planSwap, type SwapPlan } from '../../nouns/swaps/planSwap.ts'
import { readQuotes } from '../../nouns/swaps/readQuotes.ts'
import type { SwapQuote, SwapToken } from '../../nouns/swaps/swapQuote.ts'
import { amountOf, assetOfAccepted, keyOfAccepted, receiverOf } from './acceptedAmount.ts'
import { ofSwapFailure } from './failureOf.ts'
import type { PayFailure, PayWay, ShownPayment } from './payFlow.ts'
import { checkToken, type ReadContext } from './readPayment.ts'
import { acceptedHere } from './waysOf.ts'

export type PlanContext = ReadContext & Pick<EngineContext, 'clock' | 'connections'>

/** What a payment is made with. */
export interface PlanOptions {
  readonly way: Extract<PayWay, { kind: 'token' | 'swap' | 'wallet' }>
  readonly shown: ShownPayment
  readonly from: CaipAddress
  readonly network: Network
  /** By which the services find it. */
  readonly reference: string | undefined
  /** Held of the network's own currency; undefined while unknown. */
  readonly native: Amount | undefined
  readonly contracts: Contracts
  /** The quote on the screen, whose provider builds; absent: the best one is taken. */
  readonly quote?: SwapQuote | undefined
  readonly signal: AbortSignal
}

/** A payment that may be asked for, or why not. */
export type PayPlan = {
  /** What speaks against it: no wallet is asked. */
  readonly fault?: PayFailure
} & (
  | { readonly kind: 'token'; readonly transfer: Transfer; readonly quote: TransferQuote }
  | { readonly kind: 'swap'; readonly swap: SwapPlan }
  /** The wallet takes one of these. What it costs is the wallet's to say. */
  | {
      readonly kind: 'wallet'
      readonly accepts: readonly AcceptedPayment[]
      readonly from: CaipAddress
      readonly network: Network
      readonly quote: Pick<TransferQuote, 'fee' | 'simulation'>
    }
)

/**
 * Plans a payment and tries it.
 * @throws LatchkeyError PAYMENT_UNSAFE, SWAP_UNSAFE, SWAP_NO_ROUTE, what services and nodes throw.
 */
export async function planPayment(ctx: PlanContext, options: PlanOptions): Promise<PayPlan> {
  const { way, network, signal } = options
  if (way.kind === 'wallet') return planWallet(ctx, options)
  await checkToken(ctx, { accepted: way.accepted, network }, signal)
  return way.kind === 'token' ? planToken(ctx, options) : planSwapped(ctx, { ...options, way })
}

async function planWallet(ctx: PlanContext, options: PlanOptions): Promise<PayPlan> {
  const { shown, from, network, signal } = options
  const offered = acceptedHere(shown, network)
  await Promise.all(offered.map(accepted => checkToken(ctx, { accepted, network }, signal)))
  const sending = await loadSending(ctx, network.caipNetworkId)
  const keeps = await Promise.all(
    offered.map(async accepted => {
      const transfer = transferOf(accepted, { from, network, reference: undefined })
      return isTaxed(await sending.quote(ctx.rpc(network), transfer, signal))
    }),
  )
  const accepts = offered.filter((_, at) => !keeps[at])
  const quote = { fee: undefined, simulation: { at: 'unknown' } } as const
  return { kind: 'wallet', accepts, from, network, quote, ...(accepts.length === 0 && { fault: 'tax' }) }
}

/** A way by which a token is swapped. */
type SwappedOptions = PlanOptions & { readonly way: Extract<PayWay, { kind: 'swap' }> }

/** The transfer of an accepted asset to the merchant. */
export function transferOf(
  accepted: AcceptedPayment,
  { from, network, reference }: Pick<PlanOptions, 'from' | 'network' | 'reference'>,
): Transfer {
  return {
    ...{ from, network, to: receiverOf(accepted), asset: assetOfAccepted(accepted, network) },
    amount: amountOf(accepted),
    ...(reference !== undefined && { reference }),
  }
}

async function planToken(ctx: PlanContext, options: PlanOptions): Promise<PayPlan> {
  const { way, network, native, signal } = options
  const { paying } = await ctx.adapter(network.chainNamespace)
  if (!paying) throw createError('PAYMENT_UNSUPPORTED', { context: { reason: network.chainNamespace } })
  const chain = await paying()
  const sending = await loadSending(ctx, network.caipNetworkId)
  const plain = transferOf(way.accepted, { ...options, reference: undefined })
  // A contract's account sends by another's transaction, which the services do not read it from.
  const isCarried = options.reference !== undefined && chain.carries(plain.asset) && !isContractAccount(ctx)
  const tried = async (transfer: Transfer) => {
    const quote = await sending.quote(ctx.rpc(network), transfer, signal)
    return { kind: 'token', transfer, quote } as const
  }
  const first = await tried(isCarried ? transferOf(way.accepted, options) : plain)
  // Some tokens take no more than their two words.
  const isRefused = isCarried && first.quote.simulation.at === 'fails'
  const second = isRefused ? await tried(plain) : undefined
  const plan = second && second.quote.simulation.at !== 'fails' ? second : first
  const { tokens: spelling } = factsOf(ctx.config, network.chainNamespace)
  const fault = faultOfTransfer(plan.transfer, plan.quote, { native, spelling })
  return { ...plan, ...(fault && { fault }) }
}

function faultOfTransfer(
  transfer: Transfer,
  quote: TransferQuote,
  { native, spelling }: Pick<PlanOptions, 'native'> & { readonly spelling: Spelling },
): PayFailure | undefined {
  const { fee, costs, simulation, refusal } = quote
  if (refusal) return 'other'
  if (isTaxed(quote)) return 'tax'
  if (takesMore(transfer, simulation, spelling)) return 'unsafe'
  if (fee && lacksFee(transfer, fee, native, costs)) return 'fee'
  return simulation.at === 'fails' ? 'other' : undefined
}

/** Whether more of a token leaves than is paid: the rest is for someone else. */
function takesMore({ asset, amount }: Transfer, simulation: Simulation, spelling: Spelling): boolean {
  if (asset.address === undefined || simulation.at !== 'works') return false
  const own = simulation.changes?.find(change => isSameId(change.asset.address, asset.address, spelling))
  return own !== undefined && -own.change > amount.value
}

/** Whether the token keeps a part back, which would be missing at the merchant's. */
function isTaxed({ costs }: TransferQuote): boolean {
  return costs?.some(({ kind }) => kind === 'transferFee') === true
}

async function planSwapped(ctx: PlanContext, options: SwappedOptions): Promise<PayPlan> {
  const { native, contracts, signal } = options
  const asked = askedOf(ctx, options)
  const shown = options.quote ?? (await bestQuote(ctx, asked, contracts, signal))
  const swap = await planSwap(ctx, { contracts, asked, shown, signal })
  // Exactly so much: the receiver of anything else is not paid.
  if (swap.quote.exact !== 'out' || swap.terms.least.value !== asked.amount)
    throw createError('SWAP_UNSAFE', { context: { reason: 'least' } })
  const fault = faultOf(swap, { limit: ctx.config.swapPriceImpactLimit ?? defaultImpactLimit, native })
  const isShort = swap.quote.most.value > options.way.held.value
  return {
    kind: 'swap',
    swap,
    ...(isShort ? { fault: 'funds' } : fault && { fault: ofSwapFailure(fault.failure) }),
  }
}

async function bestQuote(
  ctx: PlanContext,
  asked: AskedQuote,
  contracts: Contracts,
  signal: AbortSignal,
): Promise<SwapQuote> {
  const answer = await readQuotes(ctx, asked, swapping => contracts.of(asked.network, swapping), signal)
  const [best] = answer.at === 'known' ? answer.quotes : []
  if (best) return best
  const failure = answer.at === 'failed' ? answer.failure : 'no-route'
  const code =
    failure === 'unsafe' ? 'SWAP_UNSAFE' : failure === 'offline' ? 'PAYMENT_UNAVAILABLE' : 'SWAP_NO_ROUTE'
  throw createError(code, { context: { reason: failure } })
}

/** An exact output that the merchant receives. */
function askedOf(ctx: PlanContext, { way, from, network }: SwappedOptions): AskedQuote {
  const { asset, accepted } = way
  const spelling = factsOf(ctx.config, network.chainNamespace).tokens
  const sell: SwapToken = { ...asset, key: way.key, name: asset.symbol, amount: way.held }
  const bought = assetOfAccepted(accepted, network)
  const buy: SwapToken = { ...bought, key: keyOfAccepted(accepted, spelling), name: bought.symbol }
  return {
    ...{ from, network, sell, buy, exact: 'out', amount: amountOf(accepted).value },
    ...{ slippageBps: defaultSlippageBps, recipient: receiverOf(accepted) },
  }
}
