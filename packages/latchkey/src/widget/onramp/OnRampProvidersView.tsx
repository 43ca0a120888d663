import fieldCss from '../../ui/field/field.css'
import { useCss } from '../../ui/stage/useCss.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { ViewSkeleton } from '../shell/ViewSkeleton.tsx'
import css from './onramp.css'
import { RampForm } from './RampForm.tsx'
import { useRamp } from './useRamp.ts'

/** OnRampProviders: what is paid, what is bought, and the offers side by side (SPEC §2; SPEC-NOTES §4 "On-ramp"). */
export function OnRampProvidersView() {
  useCss(fieldCss)
  useCss(css)
  const { part, retry } = useRamp()
  if (part === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  return part ? <RampForm ramp={part} /> : <ViewSkeleton />
}
