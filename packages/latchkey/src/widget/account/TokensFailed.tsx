import { useEffect } from 'react'
import { Icon } from '../../ui/icon/Icon.tsx'
import { warning } from '../../ui/icon/shapes.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { formatAge } from '../texts/formatAge.ts'
import { tokensTexts } from './accountTexts.ts'
import { useNow } from './useNow.ts'

export declare namespace TokensFailed {
  interface Props {
    /** The time of the last successful read in milliseconds since the epoch; undefined when nothing is shown. */
    readonly at: number | undefined
    readonly retryAt: number
    /** A retry is in progress. */
    readonly loading: boolean
  }
}

/** That the tokens could not be read, how old those are that stand here, and when it is tried again (F20). */
export function TokensFailed({ at, retryAt, loading }: TokensFailed.Props) {
  const { announce, engine, notices } = useWidget()
  const t = useTexts(tokensTexts)
  const title = useErrorText()('BALANCE_UNAVAILABLE')
  const locale = useEngineState(snapshot => snapshot.config.locale)
  const now = useNow()
  // Said once: what counts down is only to be seen, and the notice of a balance that does not come either has the same words.
  useEffect(() => {
    let isHere = true
    const say = () => {
      const state = notices.getSnapshot()
      if (isHere && (state.phase === 'closed' || state.notice.message !== title)) announce(title, 'assertive')
    }
    engine.refreshBalance().then(say, say)
    return () => {
      isHere = false
    }
  }, [announce, engine, notices, title])
  const left = Math.ceil((retryAt - now) / 1_000)
  const next = loading
    ? t('tokens.retrying')
    : left > 0
      ? t('tokens.nextTry', { seconds: left })
      : navigator.onLine
        ? ''
        : t('tokens.offline')
  return (
    <div className="tokens-failed" data-waiting="" data-bare={at === undefined ? '' : undefined}>
      <Icon shape={warning} size={at === undefined ? 28 : 20} />
      <div>
        <p className="tokens-failed-title">{title}</p>
        <p className="tokens-failed-detail">
          {at === undefined ? null : `${t('tokens.asOf', { age: formatAge(now - at, locale) })} `}
          {next}
        </p>
      </div>
    </div>
  )
}
