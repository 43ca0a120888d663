import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import type { AppTypes, Clock } from './appTypes.ts'

/**
 * Gives each request an id and logs how it ended: the route's pattern, not its address, which may hold an account or an
 * email, and neither query nor client.
 */
export function traceRequests(options: {
  readonly log: Logger
  readonly clock: Clock
  readonly isDraining: () => boolean
}): MiddlewareHandler<AppTypes> {
  const { log, clock, isDraining } = options
  return async (c, next) => {
    const started = clock()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.header('X-Request-Id', requestId)
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
    await next()
    // A client that keeps its connection would hold up the stop.
    if (isDraining()) c.header('Connection', 'close')
    const route = routePath(c, -1)
    log.info(
      {
        requestId,
        method: c.req.method,
        route: route === '*' || route === '/*' ? 'none' : route,
        project: c.get('projectId'),
        status: c.res.status,
        ms: Math.round((clock() - started) * 10) / 10,
      },
      'request',
    )
  }
}
