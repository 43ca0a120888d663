import { useId } from 'react'
import type { WireRampQuote } from '../../contract/onramp.ts'
import type { RampFlow, RampForm } from '../../engine/flows/onramp/rampFlow.ts'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { Tag } from '../../ui/tag/Tag.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { onrampTexts } from './onrampTexts.ts'
import { feesOf, fiatWords, methodWords, takesWords, tokenWords } from './rampWords.ts'

export declare namespace OfferList {
  interface Props {
    readonly flow: RampFlow
    readonly form: RampForm
  }
}

/** The offers side by side, the most first: what arrives, fees, total, time, way to pay. */
export function OfferList({ flow, form: { quotes, token } }: OfferList.Props) {
  const t = useTexts(onrampTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const group = useId()
  if (quotes.at === 'asking')
    return (
      <div className="onramp-offers" aria-busy="true">
        <span className="onramp-offer">
          <Skeleton width={140} height={18} />
        </span>
        <span className="onramp-offer">
          <Skeleton width={140} height={18} />
        </span>
      </div>
    )
  if (quotes.at !== 'known') return null
  const symbol = token?.currency.symbol ?? ''
  const quiet = [...new Set(quotes.faults.map(({ provider }) => provider))]
  return (
    <div>
      <ul className="onramp-offers" aria-label={t('onramp.offers')}>
        {quotes.quotes.map((quote, at) => (
          <li key={quote.quoteId}>{offer(quote, at)}</li>
        ))}
      </ul>
      {quotes.chosen.firm || quotes.sample ? null : (
        <p className="onramp-note">{t('onramp.estimate', { name: quotes.chosen.providerName })}</p>
      )}
      {quiet.length > 0 ? (
        <p className="onramp-note">{t('onramp.quiet', { names: quiet.join(', ') })}</p>
      ) : null}
    </div>
  )

  function offer(quote: WireRampQuote, at: number) {
    if (quotes.at !== 'known') return null
    const { providerName: name, quoteId, firm, purchaseAmount } = quote
    const isChosen = quoteId === quotes.chosen.quoteId
    const amount = tokenWords(purchaseAmount.amount, symbol, locale)
    const id = `${group}-${at}`
    return (
      <label className="onramp-offer" data-offer={quote.provider} data-chosen={isChosen ? '' : undefined}>
        <input
          type="radio"
          name={group}
          checked={isChosen}
          tabIndex={isChosen ? 0 : -1}
          aria-label={t(firm ? 'onramp.offerFirm' : 'onramp.offer', { name, amount })}
          aria-describedby={id}
          onChange={() => flow.chooseQuote(quoteId)}
        />
        <span className="onramp-offer-head" aria-hidden="true">
          <span className="onramp-offer-name">{name}</span>
          {quotes.sample ? (
            <Tag tone="warning">{t('onramp.sample')}</Tag>
          ) : at === 0 && quotes.quotes.length > 1 ? (
            <Tag tone="success">{t('onramp.best')}</Tag>
          ) : null}
          <bdi className="onramp-offer-amount">{amount}</bdi>
        </span>
        <span className="onramp-offer-facts" id={id}>
          {facts(quote)}
        </span>
      </label>
    )
  }

  function facts(quote: WireRampQuote): string {
    const { paymentTotal, takes, lowKyc, method } = quote
    const fees = feesOf(quote)
    return [
      methodWords(method, t),
      fees === undefined
        ? t('onramp.feesUnknown')
        : t('onramp.fees', { amount: fiatWords(fees, paymentTotal.currency, locale) }),
      t('onramp.total', { amount: fiatWords(paymentTotal.amount, paymentTotal.currency, locale) }),
      takesWords(takes, t),
      lowKyc ? t('onramp.lowKyc') : undefined,
    ]
      .filter(each => each !== undefined)
      .join(' · ')
  }
}
