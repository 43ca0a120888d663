import type { SendProgress } from '../../engine/flows/send/progressTransition.ts'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { exactAmount } from './exactAmount.ts'
import { fiatOf } from './fiatOf.ts'
import { reviewTexts } from './sendTexts.ts'

export declare namespace FeeWords {
  interface Props {
    readonly quote: Extract<SendProgress, { at: 'reviewing' }>['quote']
    readonly symbol: string
    readonly price: number | undefined
    readonly currency: string
  }
}

/** The likely fee and its maximum; a dash for an unknown one. */
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
  const write = (amount: typeof fee.most) => `${exactAmount(shortOf(amount), locale)} ${symbol}`
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
      {fee.likely ? (
        <span className="review-small">{t('review.feeMost', { amount: write(fee.most) })}</span>
      ) : null}
    </>
  )
}

/** A fee to 3 digits that count, rounded up, so that the shown fee is never below the real one. */
function shortOf({ value, decimals }: { readonly value: bigint; readonly decimals: number }) {
  const surplus = Math.max(0, value.toString().length - 3)
  const scale = 10n ** BigInt(surplus)
  return { value: ((value + scale - 1n) / scale) * scale, decimals }
}
