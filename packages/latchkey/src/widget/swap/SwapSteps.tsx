import type { SwapStep } from '../../engine/nouns/swaps/swapQuote.ts'
import { StepList } from '../send/StepList.tsx'
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
    <StepList
      label={t('swap.steps')}
      steps={steps.map(({ kind, at }) => ({
        kind,
        at,
        words: t(`swap.step.${kind}`, { sell }),
        atWords: t(`swap.stepAt.${at}`),
      }))}
    />
  )
}
