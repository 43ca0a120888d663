import type { ConvertAsk, ConvertQuote } from './convertProvider.ts'

/** A quote and who gave it. */
export interface ProviderQuote {
  readonly provider: string
  readonly quote: ConvertQuote
}

/** What the cost of gas is weighed by; prices in one currency for one whole unit. */
export interface Weights {
  /** Wei for one unit of gas. */
  readonly gasPrice: bigint | undefined
  readonly native: number | null
  /** Of the token that differs between quotes: the bought one for an exact input, else the sold one. */
  readonly token: number | null
}

/**
 * The best first: the most that arrives, or the least that leaves, after gas. Where a price is not known, gas is not counted
 * for any quote; a quote that does not say its gas is taken to need as much as the hungriest one.
 */
export function rankQuotes(
  ask: Pick<ConvertAsk, 'exact' | 'chain' | 'sell' | 'buy'>,
  quotes: readonly ProviderQuote[],
  weights: Weights,
): readonly ProviderQuote[] {
  const { exact, chain } = ask
  const { decimals } = exact === 'in' ? ask.buy : ask.sell
  const { gasPrice, native, token } = weights
  const most = quotes.reduce((top, { quote: { gas } }) => (gas !== null && gas > top ? gas : top), 0n)
  const costOf = ({ gas }: ConvertQuote): bigint => {
    if (gasPrice === undefined || native === null || token === null) return 0n
    const spent = Number((gas ?? most) * gasPrice) / 10 ** chain.nativeCurrency.decimals
    const units = ((spent * native) / token) * 10 ** decimals
    return Number.isFinite(units) ? BigInt(Math.round(units)) : 0n
  }
  const netOf = (quote: ConvertQuote) =>
    exact === 'in' ? quote.toAmount - costOf(quote) : -(quote.fromAmount + costOf(quote))
  return quotes
    .map(each => ({ each, net: netOf(each.quote) }))
    .sort((a, b) => (a.net === b.net ? 0 : a.net > b.net ? -1 : 1))
    .map(({ each }) => each)
}
