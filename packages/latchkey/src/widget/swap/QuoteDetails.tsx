import type { SwapFlow, SwapForm } from '../../engine/flows/swap/swapFlow.ts'
import type { SwapQuote, SwapToken } from '../../engine/nouns/swaps/swapQuote.ts'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { exactAmount } from '../send/exactAmount.ts'
import { ReviewFact as Fact } from '../send/ReviewFact.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { FeeFact } from './FeeFact.tsx'
import { formatPercent } from './formatPercent.ts'
import { ImpactWords } from './ImpactWords.tsx'
import { providerName } from './providerName.ts'
import { QuoteAge } from './QuoteAge.tsx'
import { QuoteList } from './QuoteList.tsx'
import { RouteFact } from './RouteFact.tsx'
import { SlippageFact } from './SlippageFact.tsx'
import { shortAmount } from './shortAmount.ts'
import { swapDetailTexts } from './swapTexts.ts'

export declare namespace QuoteDetails {
  interface Props {
    readonly flow: SwapFlow
    readonly form: SwapForm
  }
}

/** What the quote promises, what it costs, where it goes, and what the visitor allows it. */
export function QuoteDetails({ flow, form }: QuoteDetails.Props) {
  const { tokens } = useMachine(flow.tokens)
  const { quotes } = form
  const quote = quotes.at === 'known' ? quotes.chosen : undefined
  return (
    <>
      <dl className="review-facts swap-facts">
        {quote ? <Facts quote={quote} form={form} tokens={tokens} /> : null}
        {quotes.at === 'asking' ? <Waiting /> : null}
        {quote?.wraps ? null : <SlippageFact flow={flow} bps={form.slippageBps} />}
        {quotes.at === 'known' && !quote?.wraps ? <QuoteAge at={quotes.readAt} /> : null}
      </dl>
      {quotes.at === 'known' && quotes.quotes.length > 1 ? (
        <QuoteList
          quotes={quotes.quotes}
          chosen={quotes.chosen}
          sell={form.sell?.symbol ?? ''}
          buy={form.buy?.symbol ?? ''}
          onChoose={flow.chooseQuote}
        />
      ) : null}
    </>
  )
}

/** The lines that nearly every quote has: they keep their places. */
const waiting = [
  'swap.minimum',
  'swap.priceImpact',
  'swap.fee.pool',
  'swap.networkFee',
  'swap.route',
  'swap.provider',
] as const

function Waiting() {
  const t = useTexts(swapDetailTexts)
  return waiting.map(label => (
    <Fact key={label} label={t(label)}>
      <Skeleton width={96} height={18} />
    </Fact>
  ))
}

function Facts({
  quote,
  form,
  tokens,
}: {
  readonly quote: SwapQuote
  readonly form: SwapForm
  readonly tokens: readonly SwapToken[]
}) {
  const t = useTexts(swapDetailTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const { sell, buy, quotes } = form
  const isOut = quote.exact === 'out'
  const limit = isOut ? shortAmount(quote.most, true) : shortAmount(quote.least, false)
  const count = quotes.at === 'known' ? quotes.quotes.length : 1
  const isBest = quotes.at === 'known' && quotes.quotes[0]?.id === quote.id
  if (quote.wraps)
    return (
      <>
        <Fact label={t('swap.provider')}>{t('swap.wraps')}</Fact>
        <FeeFact fee={quote.fee} />
      </>
    )
  return (
    <>
      <Fact label={t(isOut ? 'swap.most' : 'swap.minimum')}>
        <bdi>{`${exactAmount(limit, locale)} ${(isOut ? sell : buy)?.symbol ?? ''}`}</bdi>
      </Fact>
      <Fact label={t('swap.priceImpact')}>
        <ImpactWords impact={quote.priceImpact} />
      </Fact>
      {quote.fees.map(({ kind, amount, asset }) => (
        <Fact key={`${kind} ${asset.address ?? ''}`} label={t(`swap.fee.${kind}`)}>
          <bdi>{`${exactAmount(shortAmount(amount, true), locale)} ${asset.symbol}`}</bdi>
        </Fact>
      ))}
      <FeeFact fee={quote.fee} />
      {quote.tax && quote.tax.buyBps + quote.tax.sellBps > 0 ? (
        <Fact label={t('swap.tax')}>
          {t('swap.taxParts', {
            buy: formatPercent(quote.tax.buyBps / 10_000, locale),
            sell: formatPercent(quote.tax.sellBps / 10_000, locale),
          })}
        </Fact>
      ) : null}
      <RouteFact quote={quote} sell={sell} buy={buy} tokens={tokens} />
      <Fact label={t('swap.provider')}>
        <span>
          {providerName(quote.provider)}
          {count > 1 ? (
            <span className="swap-muted"> · {t(isBest ? 'swap.bestOf' : 'swap.chosenOf', { count })}</span>
          ) : null}
        </span>
      </Fact>
    </>
  )
}
