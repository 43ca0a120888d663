import type { SwapForm, SwapTodo, SwapTokensState } from '../../engine/flows/swap/swapFlow.ts'
import { Button } from '../../ui/button/Button.tsx'
import { SendNote } from '../send/SendNote.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { formatPercent } from './formatPercent.ts'
import { swapTexts } from './swapTexts.ts'
import { useFailureWords } from './useFailureWords.ts'

export declare namespace SwapTrouble {
  interface Props {
    readonly form: SwapForm
    readonly tokens: SwapTokensState
    readonly todo: SwapTodo | undefined
    /** Symbol of the network's own currency. */
    readonly native: string
    readonly onRetry: () => void
  }
}

/** Why there is no quote, or why the one that is there cannot be reviewed. */
export function SwapTrouble({ form, tokens, todo, native, onRetry }: SwapTrouble.Props) {
  const t = useTexts(swapTexts)
  const errorText = useErrorText()
  const failureWords = useFailureWords()
  const locale = useEngineState(({ config }) => config.locale)
  const { quotes } = form
  if (tokens.at === 'failed' && tokens.tokens.length === 0)
    return (
      <div className="swap-trouble">
        <StatusWords tone="error" title={errorText('BALANCE_UNAVAILABLE')} detail={t('swap.noTokens')} />
        <Button wide onClick={onRetry}>
          {t('swap.retry')}
        </Button>
      </div>
    )
  if (quotes.at === 'failed') {
    const [text, detail] = failureWords(quotes.failure, { token: form.sell?.symbol ?? '', native })
    return <SendNote tone="danger" text={text} detail={detail} />
  }
  if (todo === 'same') return <SendNote tone="warning" text={t('swap.same')} />
  if (todo === 'fee') return <SendNote tone="danger" text={t('swap.fee', { token: native })} />
  if (todo === 'impact' && quotes.at === 'known' && quotes.chosen.priceImpact !== undefined)
    return (
      <SendNote
        tone="danger"
        text={t('swap.impact', { percent: formatPercent(quotes.chosen.priceImpact, locale) })}
      />
    )
  return null
}
