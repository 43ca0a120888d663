import type { SwapProgress } from '../../engine/flows/swap/swapFlow.ts'
import { exactAmount } from '../send/exactAmount.ts'
import { SendNote } from '../send/SendNote.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { formatPercent } from './formatPercent.ts'
import { highSlippage } from './highSlippage.ts'
import { impactTone } from './impactTone.ts'
import { providerName } from './providerName.ts'
import { shortAmount } from './shortAmount.ts'
import { swapReviewTexts } from './swapReviewTexts.ts'
import { swapDetailTexts } from './swapTexts.ts'
import { useArrivalWords } from './useArrivalWords.ts'

export declare namespace SwapReviewNotes {
  interface Props {
    readonly state: Extract<SwapProgress, { at: 'preparing' | 'reviewing' }>
    /** The network's own currency is too little for the fee. */
    readonly isShort: boolean
    /** Its symbol. */
    readonly native: string
  }
}

/** What else is to be known before swapping: what changed, what is lost, and what could be checked. */
export function SwapReviewNotes({ state, isShort, native }: SwapReviewNotes.Props) {
  const t = useTexts(swapReviewTexts)
  const details = useTexts(swapDetailTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const { quote, sell, buy, simulation, slippageBps } = state
  const before = state.at === 'reviewing' ? state.before : undefined
  const isConfirming = state.at === 'reviewing' && state.confirm
  const impact = quote.priceImpact
  const tone = impactTone(impact)
  const percent = impact === undefined ? '' : formatPercent(impact, locale)
  const tax = Math.max(quote.tax?.buyBps ?? 0, quote.tax?.sellBps ?? 0)
  const arrival = useArrivalWords(buy.caipNetworkId, quote.seconds)
  return (
    <>
      {[sell, buy].map(({ key, symbol, address, unlisted }) =>
        // A host may have filled it in: the picker's own look was passed by (T67).
        unlisted && address !== undefined ? (
          <SendNote
            key={key}
            tone="warning"
            text={t('swap.unlistedNote', { token: symbol })}
            detail={t('swap.unlistedHint', { address })}
          />
        ) : null,
      )}
      {arrival === undefined ? null : (
        <SendNote text={arrival} detail={t('swap.across', { provider: providerName(quote.provider) })} />
      )}
      {before ? <SendNote tone="danger" text={t('swap.worse')} detail={worseHint()} /> : null}
      {isShort ? <SendNote tone="danger" text={t('swap.lacksFee', { native })} /> : null}
      {isConfirming ? (
        <SendNote tone="danger" text={t('swap.impactConfirm', { percent })} />
      ) : tone === 'plain' ? null : (
        <SendNote tone="warning" text={t('swap.impactNote', { percent })} detail={t('swap.impactHint')} />
      )}
      {impact === undefined && !quote.wraps ? <SendNote text={t('swap.impactUnknown')} /> : null}
      {slippageBps > highSlippage && !quote.wraps ? (
        <SendNote
          tone="warning"
          text={details('swap.slippageHigh', { percent: formatPercent(slippageBps / 10_000, locale) })}
        />
      ) : null}
      {tax > 0 ? (
        <SendNote tone="warning" text={t('swap.taxNote', { percent: formatPercent(tax / 10_000, locale) })} />
      ) : null}
      {simulation === 'asking' ? null : simulation.at === 'fails' ? (
        <SendNote
          tone="danger"
          text={t('swap.fails')}
          detail={
            simulation.reason ? t('swap.failsHint', { reason: simulation.reason }) : t('swap.failsPlain')
          }
        />
      ) : state.at === 'reviewing' && simulation.at === 'unknown' ? (
        <SendNote text={t('swap.unchecked')} />
      ) : null}
    </>
  )

  /** By what the swap is for: what arrives at least, or leaves at most; to the last unit it stands below. */
  function worseHint(): string {
    const isOut = quote.exact === 'out'
    const write = (each: typeof quote) =>
      isOut
        ? `${exactAmount(shortAmount(each.most, true), locale)} ${sell.symbol}`
        : `${exactAmount(shortAmount(each.least, false), locale)} ${buy.symbol}`
    return t('swap.worseHint', { before: before ? write(before) : '', now: write(quote) })
  }
}
