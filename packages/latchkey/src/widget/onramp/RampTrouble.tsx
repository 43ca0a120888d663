import type { RampFailure, RampForm, RampProgress, RampTodo } from '../../engine/flows/onramp/rampFlow.ts'
import { SendNote } from '../send/SendNote.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { onrampFailureTexts, onrampTexts } from './onrampTexts.ts'
import { fiatWords } from './rampWords.ts'

export declare namespace RampTrouble {
  interface Props {
    readonly form: RampForm
    readonly todo: RampTodo | undefined
    readonly progress: RampProgress
    /** Only this browser opens the wallet. */
    readonly unprotected: boolean
  }
}

/** Why there is no offer, why no page was opened, or what to do first. */
export function RampTrouble({ form, todo, progress, unprotected }: RampTrouble.Props) {
  const t = useTexts(onrampTexts)
  const why = useTexts(onrampFailureTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const { options, quotes, currency } = form
  const failed = (failure: RampFailure, bound?: string) => (
    <SendNote
      tone="danger"
      text={why(`onramp.fail.${failure}`)}
      detail={
        bound !== undefined && (failure === 'too-small' || failure === 'too-large')
          ? why(`onramp.fail.${failure}Bound`, { amount: fiatWords(bound, currency?.id ?? '', locale) })
          : why(`onramp.fail.${failure}Hint`)
      }
    />
  )
  if (progress.at === 'failed') return failed(progress.failure)
  if (options.at === 'failed') return failed(options.failure)
  if (quotes.at === 'failed') return failed(quotes.failure, quotes.minimum ?? quotes.maximum)
  if (todo === 'unsupported')
    return <StatusWords tone="error" title={t('onramp.none')} detail={t('onramp.noneHint')} />
  if (todo === undefined && unprotected) return <SendNote tone="warning" text={t('onramp.protectHint')} />
  if (options.at === 'known' && options.sample)
    return <SendNote tone="warning" text={t('onramp.sample')} detail={t('onramp.sampleHint')} />
  return null
}
