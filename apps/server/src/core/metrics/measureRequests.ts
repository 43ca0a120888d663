import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { AppTypes, Clock } from '../http/appTypes.ts'
import type { Metrics } from './metrics.ts'

/** Counts each request under the pattern of its route; whatever met none is `none`. */
export function measureRequests(options: {
  readonly metrics: Metrics
  readonly clock: Clock
}): MiddlewareHandler<AppTypes> {
  const { metrics, clock } = options
  return async (c, next) => {
    const started = clock()
    await next()
    const route = routePath(c, -1)
    metrics.request({
      method: c.req.method,
      route: route === '*' || route === '/*' ? 'none' : route,
      status: c.res.status,
      milliseconds: clock() - started,
    })
  }
}
