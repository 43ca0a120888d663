import type { Swaps } from '../../engine/flows/swap/swapFlow.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import reviewCss from '../send/preview.css'
import { useMachine } from '../shell/useMachine.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { ViewSkeleton } from '../shell/ViewSkeleton.tsx'
import { SwapAskPanel } from './SwapAskPanel.tsx'
import { SwapResult } from './SwapResult.tsx'
import { SwapReviewPanel } from './SwapReviewPanel.tsx'
import css from './swap.css'
import previewCss from './swappreview.css'
import { useSwaps } from './useSwaps.ts'

/** SwapPreview: the review, the steps with the wallet, and the outcome (SPEC-NOTES §4 "Swap"). */
export function SwapPreviewView() {
  useCss(reviewCss)
  useCss(css)
  useCss(previewCss)
  const { part, retry } = useSwaps()
  if (part === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  return part ? <Preview swaps={part} /> : <ViewSkeleton />
}

function Preview({ swaps }: { readonly swaps: Swaps }) {
  const state = useMachine(swaps.review.progress)
  switch (state.at) {
    case 'idle':
      return <ViewSkeleton />
    case 'preparing':
    case 'reviewing':
      return <SwapReviewPanel swaps={swaps} state={state} />
    case 'asking':
    case 'waiting':
    case 'refused':
      return <SwapAskPanel swaps={swaps} state={state} />
    default:
      return <SwapResult swaps={swaps} state={state} />
  }
}
