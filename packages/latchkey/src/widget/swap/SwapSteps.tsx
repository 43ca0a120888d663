import type { SwapStep } from '../../engine/nouns/swaps/swapQuote.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { check } from '../../ui/icon/shapes.ts'
import { Spinner } from '../../ui/spinner/Spinner.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { swapReviewTexts } from './swapReviewTexts.ts'

export declare namespace SwapSteps {
  interface Props {
    readonly steps: readonly SwapStep[]
    /** Symbol of what is sold. */
    readonly sell: string
  }
}

/** What is done one after the other, and how far it is. */
export function SwapSteps({ steps, sell }: SwapSteps.Props) {
  const t = useTexts(swapReviewTexts)
  return (
    <ol className="swap-steps" aria-label={t('swap.steps')}>
      {steps.map(({ kind, at }, place) => (
        <li
          key={kind}
          className="swap-step"
          data-at={at}
          aria-current={at === 'asking' || at === 'sent' ? 'step' : undefined}
        >
          <span className="swap-step-mark" aria-hidden="true">
            {at === 'done' ? <Icon shape={check} size={16} /> : at === 'todo' ? place + 1 : <Spinner />}
          </span>
          <span>{t(`swap.step.${kind}`, { sell })}</span>
          <span className="swap-step-at">{t(`swap.stepAt.${at}`)}</span>
        </li>
      ))}
    </ol>
  )
}
