import type { Hono } from 'hono'
import { getHealth, getReadiness } from 'latchkey/contract'
import type { AppTypes } from '../http/appTypes.ts'
import { mountRoute } from '../http/mountRoute.ts'
import { RouteFault } from '../http/routeFault.ts'
import type { Store } from '../store/store.ts'
import { isStoreError } from '../store/storeError.ts'

/** Whether the process runs, and whether it may be sent visitors. */
export function mountHealth(
  app: Hono<AppTypes>,
  deps: { readonly store: Store; readonly isDraining: () => boolean; readonly bodyLimit: number },
): void {
  mountRoute(app, getHealth, deps, () => ({ status: 'ok' as const }))
  mountRoute(app, getReadiness, deps, async () => {
    if (deps.isDraining()) throw notReady('server', 'Stopping')
    try {
      await deps.store.check()
    } catch (error) {
      throw notReady('store', isStoreError(error) ? error.code : 'failed')
    }
    return { status: 'ready' as const }
  })
}

function notReady(name: string, description: string): RouteFault {
  return new RouteFault('APKT009', { status: 503, retryAfter: 1, reasons: [{ name, description }] })
}
