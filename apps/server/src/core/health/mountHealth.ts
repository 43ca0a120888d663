import type { Hono } from 'hono'
import { getHealth, getReadiness } from 'latchkey/services'
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
  let looking: Promise<void> | undefined
  mountRoute(app, getReadiness, deps, async () => {
    if (deps.isDraining()) throw notReady('server', 'Stopping')
    // Health checks are not rate limited; concurrent ones share one query, so many load the store no more than one.
    looking ??= look(deps.store).finally(() => {
      looking = undefined
    })
    await looking
    return { status: 'ready' as const }
  })
}

/** @throws RouteFault */
async function look(store: Store): Promise<void> {
  try {
    await store.check()
    const steps = await countMigrations(store)
    // More are fine: a newer release runs beside this one while they are exchanged.
    if (steps < store.steps) throw notReady('migrations', `${steps} of ${store.steps} steps`)
  } catch (error) {
    if (error instanceof RouteFault) throw error
    throw notReady('store', isStoreError(error) ? error.code : 'failed')
  }
}

async function countMigrations(store: Store): Promise<number> {
  const row = await store.db
    .selectFrom('migrations')
    .select(eb => eb.fn.countAll<number>().as('steps'))
    .executeTakeFirst()
  return Number(row?.steps ?? 0)
}

function notReady(name: string, description: string): RouteFault {
  return new RouteFault('APKT009', { status: 503, retryAfter: 1, reasons: [{ name, description }] })
}
