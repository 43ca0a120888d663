import type { PayState } from '../../engine/flows/pay/payFlow.ts'
import { exactAmount } from '../send/exactAmount.ts'
import { SendNote } from '../send/SendNote.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { formatPercent } from '../swap/formatPercent.ts'
import { impactTone } from '../swap/impactTone.ts'
import { shortAmount } from '../swap/shortAmount.ts'
import { payReviewTexts } from './payReviewTexts.ts'
import { payPartTexts } from './payTexts.ts'
import { usePayFailureWords } from './usePayFailureWords.ts'
import type { PayValues } from './usePayValues.ts'

export declare namespace PayNotes {
  interface Props {
    readonly state: Extract<PayState, { at: 'reviewing' | 'preparing' }>
    readonly values: PayValues
  }
}

/** What else is to be known before paying: what went wrong or changed, and what could be checked. */
export function PayNotes({ state, values }: PayNotes.Props) {
  const t = useTexts(payReviewTexts)
  const parts = useTexts(payPartTexts)
  const failureWords = usePayFailureWords()
  const locale = useEngineState(({ config }) => config.locale)
  const { shown, quote, before, simulation, failure } = state
  const [title, hint] = failure ? failureWords(failure, values) : []
  const impact = quote?.priceImpact
  const write = (each: NonNullable<typeof quote>) =>
    `${exactAmount(shortAmount(each.most, true), locale)} ${values.token}`
  return (
    <>
      {title === undefined ? null : <SendNote tone="danger" text={title} detail={hint} />}
      {before && quote ? (
        <SendNote
          tone="danger"
          text={t('pay.worse')}
          detail={t('pay.worseHint', { before: write(before), now: write(quote) })}
        />
      ) : null}
      {shown.verified ? null : <SendNote tone="warning" text={parts('pay.unverified')} />}
      {impactTone(impact) === 'plain' || impact === undefined ? null : (
        <SendNote
          tone="warning"
          text={t('pay.impact', { percent: formatPercent(impact, locale) })}
          detail={t('pay.impactHint')}
        />
      )}
      {simulation === 'asking' ? null : simulation.at === 'fails' ? (
        <SendNote
          tone="danger"
          text={t('pay.fails')}
          detail={simulation.reason ? t('pay.failsHint', { reason: simulation.reason }) : t('pay.failsPlain')}
        />
      ) : simulation.at === 'unknown' && state.at === 'reviewing' && !failure ? (
        <SendNote text={t('pay.unchecked')} />
      ) : null}
    </>
  )
}
