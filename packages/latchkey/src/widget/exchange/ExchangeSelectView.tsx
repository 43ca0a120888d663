import fieldCss from '../../ui/field/field.css'
import { useCss } from '../../ui/stage/useCss.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { ViewSkeleton } from '../shell/ViewSkeleton.tsx'
import { ExchangeForm } from './ExchangeForm.tsx'
import css from './exchange.css'
import { useExchange } from './useExchange.ts'

/** ExchangeSelect: what is to arrive, and the exchange that sends it (SPEC-NOTES §4 "Exchange and payments"). */
export function ExchangeSelectView() {
  useCss(fieldCss)
  useCss(css)
  const { part, retry } = useExchange()
  if (part === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  return part ? <ExchangeForm exchanging={part} /> : <ViewSkeleton />
}
