import { useEffect } from 'react'
import type { Swaps } from '../../engine/flows/swap/swapFlow.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import reviewCss from '../send/preview.css'
import type { DataOf, ViewProps } from '../shell/defineView.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { ViewSkeleton } from '../shell/ViewSkeleton.tsx'
import { SwapAskPanel } from './SwapAskPanel.tsx'
import { SwapResult } from './SwapResult.tsx'
import { SwapReviewPanel } from './SwapReviewPanel.tsx'
import css from './swap.css'
import previewCss from './swappreview.css'
import { useSwaps } from './useSwaps.ts'

/** SwapPreview: the review, the steps with the wallet, and the outcome (SPEC-NOTES §4 "Swap"). */
export function SwapPreviewView({ data }: ViewProps<'SwapPreview'>) {
  useCss(reviewCss)
  useCss(css)
  useCss(previewCss)
  const { part, retry } = useSwaps()
  if (part === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  return part ? <Preview swaps={part} data={data} /> : <ViewSkeleton />
}

function Preview({ swaps, data }: { readonly swaps: Swaps; readonly data: DataOf<'SwapPreview'> }) {
  const { replace } = useWidget()
  const { progress } = swaps.review
  const state = useMachine(progress)
  const isEmpty = state.at === 'idle'
  // Opened by itself, the view has nothing to review. A review that was asked for begins when the view is entered.
  useEffect(() => {
    if (isEmpty && data === undefined && progress.getState().at === 'idle') replace('Swap')
  }, [isEmpty, progress, data, replace])
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
