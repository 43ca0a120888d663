import type { QuoteFault } from 'latchkey/services'
import type { PriceBook } from '../../data/price/createPriceBook.ts'
import type { Asset } from '../../data/price/priceSource.ts'
import { toAssetKey } from '../../data/price/priceSource.ts'
import { type AskContext, askProvider } from './askProvider.ts'
import { checkQuote } from './checkQuote.ts'
import { type ConvertAsk, ConvertFault, type ConvertProvider, type ConvertToken } from './convertProvider.ts'
import type { ReadGasPrices } from './createGasPrices.ts'
import { type ProviderQuote, rankQuotes } from './rankQuotes.ts'

/** Quotes of all providers, the best first, and why the others have none. */
export interface AskedQuotes {
  readonly quotes: readonly ProviderQuote[]
  readonly faults: readonly { readonly provider: string; readonly reason: QuoteFault }[]
}

/** Asks providers at the same time, each within its own time. */
export type AskQuotes = (ask: ConvertAsk, providers: readonly ConvertProvider[]) => Promise<AskedQuotes>

export function createQuotes(deps: {
  readonly context: AskContext
  readonly prices: PriceBook
  readonly gasPrices: ReadGasPrices
  /** Milliseconds that quotes wait for prices; default 1,000. */
  readonly patience?: number
}): AskQuotes {
  const { context, prices, gasPrices, patience = 1_000 } = deps

  async function quoteOf(ask: ConvertAsk, provider: ConvertProvider): Promise<ProviderQuote> {
    const quote = await askProvider(context, provider.id, async signal =>
      checkQuote(ask, await provider.quote(ask, signal), await provider.contracts()),
    )
    return { provider: provider.id, quote }
  }

  /** Prices and gas only decide what comes first: without them, amounts alone do. */
  async function weigh(ask: ConvertAsk, quotes: readonly ProviderQuote[]): Promise<readonly ProviderQuote[]> {
    if (quotes.every(({ quote }) => quote.priceImpact !== null) && quotes.length < 2) return quotes
    const { chain, toChain } = ask
    const sold = assetOf(chain, ask.sell)
    const bought = assetOf(toChain, ask.buy)
    const native: Asset = { chain, token: undefined }
    const [known, gas] = await Promise.all([
      Promise.race([prices([sold, bought, native], 'usd'), nothingAfter(patience)]),
      ask.gasPrice ??
        gasPrices(chain).then(
          ({ standard }) => standard,
          () => undefined,
        ),
    ])
    const priceOf = (asset: Asset) => known.get(toAssetKey(asset)) ?? null
    const priced = quotes.map(each => ({
      ...each,
      quote: {
        ...each.quote,
        priceImpact: each.quote.priceImpact ?? impactOf(ask, each, priceOf(sold), priceOf(bought)),
      },
    }))
    return rankQuotes(ask, priced, {
      gasPrice: gas,
      native: priceOf(native),
      token: priceOf(ask.exact === 'in' ? bought : sold),
    })
  }

  return async (ask, providers) => {
    const answers = await Promise.allSettled(providers.map(provider => quoteOf(ask, provider)))
    const faults = answers.flatMap((answer, index) => {
      const provider = providers[index]?.id
      if (answer.status === 'fulfilled' || provider === undefined) return []
      const reason = answer.reason instanceof ConvertFault ? answer.reason.reason : 'unavailable'
      return [{ provider, reason }]
    })
    const quotes = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
    return { quotes: await weigh(ask, quotes), faults }
  }
}

/** No prices, after so many milliseconds. */
function nothingAfter(milliseconds: number): Promise<Awaited<ReturnType<PriceBook>>> {
  return new Promise(resolve => setTimeout(resolve, milliseconds, new Map()).unref())
}

function assetOf(chain: Asset['chain'], { address, decimals }: ConvertToken): Asset {
  return { chain, token: address === undefined ? undefined : { address, decimals } }
}

/** By prices, where a provider does not say it; null where a price is not known, never 0 (reference money §1.4). */
function impactOf(
  { sell, buy }: ConvertAsk,
  { quote }: ProviderQuote,
  sold: number | null,
  bought: number | null,
): number | null {
  if (sold === null || bought === null) return null
  const given = (Number(quote.fromAmount) / 10 ** sell.decimals) * sold
  const gotten = (Number(quote.toAmount) / 10 ** buy.decimals) * bought
  const impact = 1 - gotten / given
  return Number.isFinite(impact) ? Math.max(-1, Math.min(1, impact)) : null
}
