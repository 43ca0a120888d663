import { useEffect, useSyncExternalStore } from 'react'
import type { Entry } from './modalTransition.ts'
import { useWidget } from './useWidget.ts'
import { ViewBoundary } from './ViewBoundary.tsx'
import { ViewFailed } from './ViewFailed.tsx'
import { ViewSkeleton } from './ViewSkeleton.tsx'

/** Draws a view: its skeleton until the chunk is here, a way to try again when it does not come. */
export function ViewOutlet({ entry }: { readonly entry: Entry }) {
  const { views } = useWidget()
  const loaded = useSyncExternalStore(views.subscribe, () => views.state(entry.view))
  const isHere = loaded.at === 'ready'

  // What is likely to be needed next comes while nothing else is going on.
  useEffect(() => {
    if (!isHere) return
    const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
    const handle = idle(() => {
      for (const view of views.definition(entry.view)?.next ?? []) void views.load(view)
    })
    return () => (globalThis.cancelIdleCallback ?? clearTimeout)(handle as number)
  }, [isHere, views, entry.view])

  if (loaded.at === 'failed')
    return <ViewFailed code="CHUNK_FAILED" onRetry={() => void views.load(entry.view)} />
  if (loaded.at === 'loading') return <ViewSkeleton />
  const View = loaded.component
  return (
    <ViewBoundary fallback={retry => <ViewFailed code="UNKNOWN" onRetry={retry} />}>
      <View data={entry.data as never} />
    </ViewBoundary>
  )
}
