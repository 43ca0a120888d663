import { useEffect, useId, useRef, useState } from 'react'
import { mostSlippageBps } from '../../contract/swap.ts'
import type { SwapFlow, SwapForm } from '../../engine/flows/swap/swapFlow.ts'
import type { SwapQuote } from '../../engine/nouns/swaps/swapQuote.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { exchange } from '../../ui/icon/shapes.ts'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { exactAmount } from '../send/exactAmount.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { DetailsToggle } from './DetailsToggle.tsx'
import { formatDecimal } from './formatDecimal.ts'
import { QuoteDetails } from './QuoteDetails.tsx'
import { quotedAmount } from './quotedAmount.ts'
import { rateOf } from './rateOf.ts'
import { swapTexts } from './swapTexts.ts'
import { useArrivalWords } from './useArrivalWords.ts'

export declare namespace QuotePanel {
  interface Props {
    readonly flow: SwapFlow
    readonly form: SwapForm
  }
}

/** The rate, and all else of the quote folded below it. */
export function QuotePanel({ flow, form }: QuotePanel.Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  useAnnouncedQuote(form)
  const { quotes, sell, buy } = form
  const seconds = quotes.at === 'known' ? quotes.chosen.seconds : undefined
  const arrival = useArrivalWords(buy?.caipNetworkId, seconds)
  if (!sell || !buy || sell.key === buy.key || quotes.at === 'failed') return null
  const isShown = isOpen || form.slippageBps > mostSlippageBps
  return (
    <div className="swap-quote">
      <div className="swap-quote-head">
        {quotes.at === 'known' ? (
          <Rate quote={quotes.chosen} sell={sell.symbol} buy={buy.symbol} />
        ) : (
          <span className="swap-rate" aria-busy={quotes.at === 'asking' || undefined}>
            {quotes.at === 'asking' ? <Skeleton width={150} height={16} /> : null}
          </span>
        )}
        <DetailsToggle isOpen={isShown} controls={id} onToggle={() => setOpen(!isShown)} />
      </div>
      {arrival === undefined ? null : <p className="swap-muted swap-arrival">{arrival}</p>}
      <div id={id} hidden={!isShown}>
        {isShown ? <QuoteDetails flow={flow} form={form} /> : null}
      </div>
    </div>
  )
}

/** What one of a token gives of the other; pressed, the other way round. */
function Rate({
  quote,
  sell,
  buy,
}: {
  readonly quote: SwapQuote
  readonly sell: string
  readonly buy: string
}) {
  const t = useTexts(swapTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const [isTurned, setTurned] = useState(false)
  const rate = isTurned ? rateOf(quote.in, quote.out) : rateOf(quote.out, quote.in)
  const [one, other] = isTurned ? [buy, sell] : [sell, buy]
  const label = t('swap.rateTurn')
  return (
    <button type="button" className="swap-rate" title={label} onClick={() => setTurned(!isTurned)}>
      <bdi>
        {rate === undefined
          ? '—'
          : t('swap.rate', { one: `1 ${one}`, other: `${formatDecimal(rate, locale)} ${other}` })}
      </bdi>
      <Icon shape={exchange} size={14} />
      <span className="visually-hidden">. {label}</span>
    </button>
  )
}

/** Says the first quote for what is asked, and not each time it is read anew. */
function useAnnouncedQuote(form: SwapForm): void {
  const t = useTexts(swapTexts)
  const { announce, isVisited } = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const { at } = form.quotes
  const before = useRef(at)
  useEffect(() => {
    const isNew = at === 'known' && before.current === 'asking'
    before.current = at
    const { sell, buy } = form
    const pay = quotedAmount(form, 'sell')
    const receive = quotedAmount(form, 'buy')
    if (!isNew || !sell || !buy || !pay || !receive || !isVisited()) return
    announce(
      t('swap.quoted', {
        pay: `${exactAmount(pay, locale)} ${sell.symbol}`,
        receive: `${exactAmount(receive, locale)} ${buy.symbol}`,
      }),
    )
  })
}
