import { memo, useContext, useEffect, useSyncExternalStore } from 'react'
import { limits } from '../../contract/limits.ts'
import { owesConsent } from '../connect/owesConsent.ts'
import { LeavingContext } from './LeavingContext.tsx'
import type { Entry } from './modalTransition.ts'
import { useLater } from './useLater.ts'
import { useWidget } from './useWidget.ts'
import { ViewBoundary } from './ViewBoundary.tsx'
import { ViewFailed } from './ViewFailed.tsx'
import { ViewSkeleton } from './ViewSkeleton.tsx'
import { whenWanted } from './whenWanted.ts'

const loadGate = () => import('../connect/TermsGate.tsx').then(module => module.TermsGate)

/** Draws a view: its skeleton until the chunk is here, a way to try again when it does not come. */
export const ViewOutlet = memo(function ViewOutlet({ entry }: { readonly entry: Entry }) {
  const widget = useWidget()
  const { views } = widget
  const gated = views.definition(entry.view)?.terms === true && owesConsent(widget)
  const { part: Gate, retry: retryGate } = useLater(gated, loadGate)
  const loaded = useSyncExternalStore(views.subscribe, () => views.state(entry.view))
  const isHere = loaded.at === 'ready'
  const leaving = useContext(LeavingContext)

  // Preload the likely next views once this one has loaded and stands still.
  useEffect(() => {
    if (!isHere || leaving.current) return
    const loadNext = () => {
      for (const view of views.definition(entry.view)?.next ?? []) void views.load(view)
    }
    return whenWanted(widget, loadNext, limits.viewOut)
  }, [isHere, leaving, widget, views, entry.view])

  if (gated) {
    if (Gate === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retryGate} />
    // Gone to anew, the view is entered as well.
    return Gate ? <Gate onAccept={() => widget.replace(entry.view, entry.data as never)} /> : <ViewSkeleton />
  }
  if (loaded.at === 'failed')
    return <ViewFailed code="CHUNK_FAILED" onRetry={() => void views.load(entry.view)} />
  if (loaded.at === 'loading') return <ViewSkeleton />
  const View = loaded.component
  return (
    <ViewBoundary fallback={retry => <ViewFailed code="UNKNOWN" onRetry={retry} />}>
      <View data={entry.data as never} />
    </ViewBoundary>
  )
})
