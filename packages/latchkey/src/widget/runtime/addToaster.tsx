import { createRoot } from 'react-dom/client'
import type { Clock } from '../../engine/base/clock.ts'
import type { Stage } from '../../ui/stage/createStage.ts'
import { StageContext } from '../../ui/stage/StageContext.tsx'
import { createToasts, type Toasts } from '../../ui/toast/createToasts.ts'
import { Toaster } from '../../ui/toast/Toaster.tsx'

/** Puts the page toasts of one widget on its stage. */
export function addToaster(
  stage: Stage,
  clock: Clock,
  labels: { readonly region: string; readonly close: string },
): Toasts {
  const toasts = createToasts({ clock })
  const root = createRoot(stage.toasts)
  root.render(
    <StageContext.Provider value={stage}>
      <Toaster toasts={toasts} label={labels.region} closeLabel={labels.close} />
    </StageContext.Provider>,
  )
  return {
    ...toasts,
    destroy() {
      toasts.destroy()
      queueMicrotask(() => root.unmount())
    },
  }
}
