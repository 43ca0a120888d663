import type { Hono } from 'hono'
import { getWebhookDeliveries, postWebhookReplay } from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Store } from '../../core/store/store.ts'
import { requireSecret } from '../../projects/requireSecret.ts'
import type { WireDelivery } from './delivery.ts'

const columns = ['id', 'type', 'payment_id', 'state', 'attempts', 'next_at'] as const

/** Mounts the log of messages to a project's webhook, and sending one once more. */
export function mountDeliveries(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly store: Store
    readonly settings: { readonly development: boolean }
    readonly now: () => number
  },
): void {
  const { store, now } = deps

  mountProjectRoute(app, getWebhookDeliveries, deps, async ({ query }, project, c) => {
    await requireSecret(deps, project, c)
    const all = store.db.selectFrom('webhook_deliveries').select(columns).where('project_id', '=', project.id)
    const rows = await (query.payment === undefined ? all : all.where('payment_id', '=', query.payment))
      .orderBy('created_at', 'desc')
      .orderBy('version', 'desc')
      .limit(100)
      .execute()
    return { deliveries: rows.map(toWire) }
  })

  mountProjectRoute(app, postWebhookReplay, deps, async ({ params }, project, c) => {
    await requireSecret(deps, project, c)
    const at = now()
    const [rows] = await store.write([
      store.compose
        .updateTable('webhook_deliveries')
        .set({ state: 'waiting', tries: 0, since: at, next_at: at })
        .where('id', '=', params.delivery)
        .where('project_id', '=', project.id)
        .returning(columns)
        .compile(),
    ])
    const [row] = rows
    if (row === undefined) throw new RouteFault('NOT_FOUND')
    return { delivery: toWire(row) }
  })
}

function toWire(row: {
  readonly id: string
  readonly type: string
  readonly payment_id: string
  readonly state: WireDelivery['state']
  readonly attempts: string
  readonly next_at: number | null
}): WireDelivery {
  const { id, type, state } = row
  return { id, type, payment: row.payment_id, state, attempts: JSON.parse(row.attempts), nextAt: row.next_at }
}
