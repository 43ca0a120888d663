import { useCss } from '../../ui/stage/useCss.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { ViewSkeleton } from '../shell/ViewSkeleton.tsx'
import css from './swap.css'
import { TokenPicker } from './TokenPicker.tsx'
import { useSwaps } from './useSwaps.ts'

/** SwapSelectToken: what is held, then what is listed, to be searched by name, symbol or address. */
export function SwapSelectTokenView({ data }: ViewProps<'SwapSelectToken'>) {
  useCss(css)
  const { part, retry } = useSwaps()
  if (part === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  return part ? <TokenPicker flow={part.flow} side={data?.side ?? 'sell'} /> : <ViewSkeleton />
}
