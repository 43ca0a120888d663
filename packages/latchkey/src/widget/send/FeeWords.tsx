import type { TransferQuote } from '../../contract/send.ts'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { exactAmount } from './exactAmount.ts'
import { fiatOf } from './fiatOf.ts'
import { reviewTexts } from './sendTexts.ts'
import { shortFee } from './shortFee.ts'

export declare namespace FeeWords {
  interface Props {
    readonly quote: 'asking' | 'failed' | Pick<TransferQuote, 'fee'>
    readonly symbol: string
    readonly price: number | undefined
    readonly currency: string
  }
}

/** The likely fee, and its maximum where that is another one; a dash for an unknown one. */
export function FeeWords({ quote, symbol, price, currency }: FeeWords.Props) {
  const t = useTexts(reviewTexts)
  const locale = useEngineState(({ config }) => config.locale)
  if (quote === 'asking') {
    return (
      <span aria-busy="true">
        <Skeleton width={96} height={18} />
        <span className="visually-hidden">{t('review.feeLooking')}</span>
      </span>
    )
  }
  const fee = quote === 'failed' ? undefined : quote.fee
  if (!fee) {
    return (
      <>
        <span>—</span>
        <span className="review-small">{t('review.feeUnknown')}</span>
      </>
    )
  }
  const write = (amount: typeof fee.most) => `${exactAmount(shortFee(amount), locale)} ${symbol}`
  const shown = fee.likely ?? fee.most
  const fiat = fiatOf(shown, price, currency, locale)
  return (
    <>
      <span>
        <bdi>
          {fee.likely ? '≈ ' : ''}
          {write(shown)}
          {fiat && <span className="review-muted"> {fiat}</span>}
        </bdi>
      </span>
      {fee.likely && write(fee.likely) !== write(fee.most) ? (
        <span className="review-small">{t('review.feeMost', { amount: write(fee.most) })}</span>
      ) : null}
    </>
  )
}
