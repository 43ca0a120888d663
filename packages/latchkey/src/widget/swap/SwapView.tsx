import fieldCss from '../../ui/field/field.css'
import { useCss } from '../../ui/stage/useCss.ts'
import reviewCss from '../send/preview.css'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { ViewSkeleton } from '../shell/ViewSkeleton.tsx'
import { SwapForm } from './SwapForm.tsx'
import css from './swap.css'
import { useSwaps } from './useSwaps.ts'

/** Swap: what is given, and what is got for it (SPEC-NOTES §4 "Swap"). */
export function SwapView() {
  useCss(fieldCss)
  useCss(reviewCss)
  useCss(css)
  const { part, retry } = useSwaps()
  if (part === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  return part ? <SwapForm swaps={part} /> : <ViewSkeleton />
}
