import type { Hono } from 'hono'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import { readBody } from '../../core/http/readBody.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { RateLimiter } from '../../core/scale/shared.ts'
import type { OnRampProvider, ProviderEvent } from './onRampProvider.ts'
import type { Orders } from './orders/createOrders.ts'
import type { OrderWatch } from './orders/createOrderWatch.ts'

/** Bytes of a webhook's body. */
const mostBody = 65_536

/**
 * Mounts `POST /v1/onramp/webhooks/{provider}`. A request is answered 200 once its events are stored, each once; they only make the order due, and the
 * provider is asked before anything is believed (T127). A wrong signature is 401, and too many of them from one client are 429.
 */
export function mountWebhooks(
  app: Hono<AppTypes>,
  deps: {
    readonly providers: readonly OnRampProvider[]
    readonly orders: Orders
    readonly watch: OrderWatch
    /** The base URLs under which the services are called, which providers sign; empty: what a request itself says. */
    readonly publicUrls: readonly string[]
    /** Counts refused requests. */
    readonly limiter: RateLimiter
    readonly clientAddress: (c: AppContext) => string
  },
): void {
  const { orders, watch, publicUrls, limiter, clientAddress } = deps
  const byId = new Map(deps.providers.map(provider => [provider.id, provider]))

  app.post('/v1/onramp/webhooks/:provider', async c => {
    const provider = byId.get(c.req.param('provider'))
    if (provider?.webhook === undefined) throw new RouteFault('ROUTE_NOT_FOUND')
    const body = await readBody(c, mostBody)
    if (body === undefined) throw new RouteFault('REQUEST_TOO_LARGE')
    const { origin, pathname, search } = new URL(c.req.url)
    let events: readonly ProviderEvent[] | undefined
    for (const base of publicUrls.length > 0 ? publicUrls : [origin])
      events ??= provider.webhook({ body, headers: c.req.raw.headers, url: `${base}${pathname}${search}` })
    if (events === undefined) {
      const wait = await limiter(clientAddress(c), 1)
      if (wait > 0) throw new RouteFault('APKT010', { retryAfter: wait })
      return c.json({ taken: false }, 401)
    }
    const woken = await orders.record(provider.id, events)
    for (const id of woken) watch.enqueue(provider.id, id)
    return c.json({ taken: true })
  })
}
