import { useCss } from '../../ui/stage/useCss.ts'
import reviewCss from '../send/preview.css'
import type { ViewProps } from '../shell/defineView.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { ViewSkeleton } from '../shell/ViewSkeleton.tsx'
import { ExchangeOrderPanel } from './ExchangeOrderPanel.tsx'
import css from './exchange.css'
import { useExchange } from './useExchange.ts'

/** ExchangeOrder: what is known of an order, and by whose word. */
export function ExchangeOrderView({ data }: ViewProps<'ExchangeOrder'>) {
  useCss(css)
  useCss(reviewCss)
  const { part, retry } = useExchange()
  if (part === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  return part ? <ExchangeOrderPanel exchanging={part} id={data?.id} /> : <ViewSkeleton />
}
