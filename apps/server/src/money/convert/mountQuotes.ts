import type { Hono } from 'hono'
import { networkIdOf } from 'latchkey/contract'
import { getConvertQuotes, postConvertTransaction, type QuoteFault, type WireQuote } from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { type AskContext, askProvider } from './askProvider.ts'
import { checkBuilt } from './checkBuilt.ts'
import { checkQuote } from './checkQuote.ts'
import { type BuiltConvert, type ConvertAsk, ConvertFault, type ConvertProvider } from './convertProvider.ts'
import { type Convert, invalid } from './createConvert.ts'
import type { QuoteSeal } from './createQuoteSeal.ts'
import type { AskQuotes } from './createQuotes.ts'
import type { ProviderQuote } from './rankQuotes.ts'
import type { SimulateBuilt } from './simulateBuilt.ts'
import { toWireQuote } from './toWireQuote.ts'
import { slippageOf, toWireTransaction } from './wireTransaction.ts'

/** Mounts quotes, and transactions that carry them out (SPEC §7). */
export function mountQuotes(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly convert: Convert
    readonly askQuotes: AskQuotes
    readonly seal: QuoteSeal
    readonly context: AskContext
    readonly simulate: SimulateBuilt
  },
): void {
  const { gate, convert, askQuotes, seal, context, simulate } = deps

  function toWire(project: string, ask: ConvertAsk, { provider, quote }: ProviderQuote): WireQuote {
    const sealed = {
      provider,
      chain: ask.chain.id,
      toChain: ask.toChain.id,
      spender: quote.spender,
      tag: quote.tag,
      expiresAt: quote.expiresAt,
    }
    return toWireQuote(ask, quote, { provider, id: seal.seal(project, sealed) })
  }

  mountProjectRoute(app, getConvertQuotes, deps, async ({ query }, project, c) => {
    const { ask, providers } = await convert.resolve(query, query.slippageBps)
    if (providers.length > 1) await gate.charge(c, project, providers.length - 1)
    const faultOf = (provider: string, reason: QuoteFault) => ({ provider, reason })
    if (ask === undefined) return { quotes: [], faults: providers.map(({ id }) => faultOf(id, 'token')) }
    const { quotes, faults } = await askQuotes(ask, providers)
    const fitting = quotes.map(each => {
      try {
        return toWire(project.id, ask, each)
      } catch {
        return each.provider
      }
    })
    return {
      quotes: fitting.filter(each => typeof each !== 'string'),
      faults: [
        ...faults,
        ...fitting.flatMap(each => (typeof each === 'string' ? [faultOf(each, 'unavailable')] : [])),
      ],
    }
  })

  /** The provider of the quote, the one that is named, or the one with the best quote now. */
  async function chooseProvider(
    ask: ConvertAsk,
    providers: readonly ConvertProvider[],
    wanted: string | undefined,
  ): Promise<ConvertProvider> {
    const named = providers.find(({ id }) => id === wanted)
    if (named !== undefined) return named
    if (wanted !== undefined) throw new RouteFault('QUOTE_ENDED')
    const { quotes, faults } = await askQuotes(ask, providers)
    const best = providers.find(({ id }) => id === quotes[0]?.provider)
    if (best === undefined) throw failed(faults[0]?.reason ?? 'no-route')
    return best
  }

  async function build(
    ask: ConvertAsk,
    provider: ConvertProvider,
    estimates: boolean,
  ): Promise<BuiltConvert & { readonly gas: bigint | null }> {
    try {
      return await askProvider(context, provider.id, async signal => {
        const built = await provider.build(ask, signal)
        const contracts = await provider.contracts()
        checkQuote(ask, built.quote, contracts)
        checkBuilt(ask, provider.id, built, contracts)
        const gas = estimates ? await simulate(ask, built) : null
        return { ...built, gas: gas ?? built.tx.gas }
      })
    } catch (error) {
      if (!(error instanceof ConvertFault)) throw error
      if (error.reason === 'unsafe') throw new RouteFault('CONVERT_UNSAFE', { cause: error })
      throw failed(error.reason, error)
    }
  }

  mountProjectRoute(app, postConvertTransaction, deps, async ({ body }, project, c) => {
    if (body.projectId !== undefined && body.projectId !== project.id)
      throw invalid('projectId', "the query's")
    const { ask, providers } = await convert.resolve(body, slippageOf(body))
    if (ask === undefined) throw failed('token')
    const quoted = body.quoteId === undefined ? undefined : seal.open(project.id, body.quoteId)
    if (quoted !== undefined && (quoted.chain !== ask.chain.id || quoted.toChain !== networkIdOf(body.to)))
      throw invalid('quoteId', 'a quote of these networks')
    await gate.charge(c, project, providers.length)
    const provider = await chooseProvider(ask, providers, quoted?.provider ?? body.provider)
    const { tx, quote, gas } = await build(ask, provider, !body.disableEstimate)
    return {
      tx: toWireTransaction(ask.account, { ...tx, gas }),
      quote: toWire(project.id, ask, { provider: provider.id, quote }),
    }
  })
}

/** Why nothing can be built: the reason's name is a `QuoteFault`. */
function failed(reason: QuoteFault, cause?: unknown): RouteFault {
  return new RouteFault('CONVERT_FAILED', {
    reasons: [{ name: reason, description: 'The provider has no such swap now' }],
    cause,
  })
}
