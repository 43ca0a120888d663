import type { CaipAddress } from 'latchkey/contract'
import type { ChainFacts } from '../../../../data/chains/chainFacts.ts'
import { cleanText } from '../../../../data/chains/cleanText.ts'
import {
  type BuiltConvert,
  type ConvertAsk,
  ConvertFault,
  type ConvertProvider,
  type ConvertQuote,
  type ConvertToken,
} from '../../convertProvider.ts'
import type { ProviderClient } from '../../createProviderClient.ts'
import { parseAnswer, refuse } from '../parseAnswer.ts'
import { readSolanaTransaction } from '../readSolanaTransaction.ts'
import { slippage } from '../slippage.ts'
import { jupiterNetwork, jupiterProgram, wrappedSol } from './jupiterNetworks.ts'
import { type JupiterOrder, jupiterOrderSchema } from './jupiterShapes.ts'

/** Milliseconds; a transaction's blockhash is good for about a minute. */
const lifetime = 30_000
/** Offers of market makers need their signature too, so only Jupiter can land them, and no wallet that sends by itself. */
const excluded = 'jupiterz'

/**
 * Quotes of Jupiter's Swap v2 `/order`, for an exact input on Solana's main cluster. A host's fee is not taken here: Jupiter
 * wants an account of its referral program for it.
 */
export function createJupiter(options: {
  readonly ask: ProviderClient
  readonly chains: readonly ChainFacts[]
  /** Milliseconds since 1970. */
  readonly now: () => number
}): ConvertProvider {
  const { ask: client, chains, now } = options
  const isServed = chains.some(({ id }) => id === jupiterNetwork)

  async function askOrder(
    ask: ConvertAsk,
    taker: string | undefined,
    signal: AbortSignal,
  ): Promise<JupiterOrder> {
    const { chain, toChain, sell, buy, exact, amount, account, recipient } = ask
    if (chain.id !== jupiterNetwork || toChain.id !== chain.id) throw new ConvertFault('unsupported')
    // It would arrive as SOL, or leave as SOL.
    if (sell.address === wrappedSol || buy.address === wrappedSol) throw new ConvertFault('token')
    if (exact === 'out') throw new ConvertFault('no-route')
    const { status, body } = await client({
      path: '/order',
      query: {
        inputMint: mintOf(sell),
        outputMint: mintOf(buy),
        amount: String(amount),
        slippageBps: slippage(ask.slippageBps, 'bps'),
        excludeRouters: excluded,
        taker,
        receiver: recipient === account ? undefined : recipient,
      },
      signal,
    })
    if (status !== 200) throw refusal(status)
    const order = parseAnswer(jupiterOrderSchema, body)
    checkOrder(order, ask)
    return order
  }

  return {
    id: 'jupiter',
    networks: async () => new Set(isServed ? [jupiterNetwork] : []),
    contracts: () =>
      isServed
        ? [
            {
              network: jupiterNetwork,
              provider: 'jupiter',
              shape: 'jupiter',
              address: jupiterProgram,
              spender: false,
            },
          ]
        : [],
    // Without a taker: an order for one that has too little would say that instead of a price.
    quote: async (ask, signal) => toQuote(await askOrder(ask, undefined, signal), ask, now()),
    async build(ask, signal): Promise<BuiltConvert> {
      const order = await askOrder(ask, ask.account, signal)
      if (order.transaction === null || order.transaction === '') {
        // Such as too little of a token, or of SOL: only the chain says so to a visitor.
        const code = order.errorCode === null ? '' : ` with ${order.errorCode}`
        throw new ConvertFault('unavailable', { message: `Jupiter answered no transaction${code}` })
      }
      return { quote: toQuote(order, ask, now()), tx: readSolanaTransaction(order.transaction, ask.account) }
    },
  }
}

/** Refuses an order that is about something else than what was asked (T70). */
function checkOrder(order: JupiterOrder, { sell, buy, amount, account, slippageBps }: ConvertAsk): void {
  if (order.inputMint !== mintOf(sell) || order.outputMint !== mintOf(buy)) refuse('other tokens')
  if (order.inAmount !== amount) refuse('another amount')
  if (order.slippageBps > slippageBps) refuse('more slippage')
  if (order.taker !== null && order.taker !== '' && order.taker !== account) refuse('another account')
  if (order.router === excluded) refuse('an offer that only its maker can land')
  if (order.otherAmountThreshold > order.outAmount) refuse('a minimum above the amount')
  if (order.otherAmountThreshold === 0n) throw new ConvertFault('too-small')
}

/** @throws ConvertFault `unavailable`, for an offer that has ended */
function toQuote(order: JupiterOrder, ask: ConvertAsk, now: number): ConvertQuote {
  const end = Number(order.expireAt ?? Number.NaN) * 1_000
  if (end <= now)
    throw new ConvertFault('unavailable', { message: 'Jupiter answered an offer that has ended' })
  return {
    fromAmount: order.inAmount,
    maximum: order.inAmount,
    toAmount: order.outAmount,
    minimum: order.otherAmountThreshold,
    expiresAt: Number.isSafeInteger(end) ? Math.min(now + lifetime, end) : now + lifetime,
    // Nothing is allowed to a program on Solana.
    spender: null,
    fees: feesOf(order, ask),
    // Its own figure has either sign by its versions, and is in its own dollars.
    priceImpact: null,
    route: order.routePlan.map(({ swapInfo, percent, bps }) => ({
      venue: cleanText(swapInfo.label, 64) ?? order.router.slice(0, 64),
      share: bps ?? Math.round(percent * 100),
      from: toCaip(swapInfo.inputMint, ask),
      to: toCaip(swapInfo.outputMint, ask),
    })),
    gas: null,
    tokenTax: null,
    zeroFirst: false,
    seconds: null,
  }
}

/** What Jupiter keeps: its amount, or its part of the token that it is taken in. */
function feesOf(order: JupiterOrder, ask: ConvertAsk): ConvertQuote['fees'] {
  const { platformFee, feeBps, inAmount, outAmount } = order
  const mint = platformFee?.feeMint ?? order.feeMint ?? order.outputMint
  const part = BigInt(feeBps ?? 0)
  // The output is what is left after the fee.
  const counted =
    mint === order.inputMint
      ? (inAmount * part) / 10_000n
      : part < 10_000n
        ? (outAmount * part) / (10_000n - part)
        : 0n
  const amount = platformFee?.amount ?? counted
  return amount === 0n ? [] : [{ kind: 'provider', amount, asset: toCaip(mint, ask) }]
}

function mintOf({ address }: ConvertToken): string {
  return address ?? wrappedSol
}

function toCaip(mint: string, { sell, buy }: ConvertAsk): CaipAddress {
  for (const side of [sell, buy]) if (mintOf(side) === mint) return side.caip
  return `${jupiterNetwork}:${mint}`
}

function refusal(status: number): ConvertFault {
  // Its documents name no codes for a pair without a route: 400 and 404 are all that they have.
  const reason = status === 451 ? 'blocked' : status === 400 || status === 404 ? 'no-route' : 'unavailable'
  return new ConvertFault(reason, { message: `Jupiter answered HTTP ${status}` })
}
