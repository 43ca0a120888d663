import { Hono } from 'hono'
import type { ServicesContext } from './core/context/servicesContext.ts'
import type { AppTypes } from './core/http/appTypes.ts'
import { RouteFault, setFaultHeaders, toRouteError } from './core/http/routeFault.ts'
import { toFault } from './core/http/toFault.ts'
import { traceRequests } from './core/http/traceRequests.ts'
import { measureRequests } from './core/metrics/measureRequests.ts'
import { rooms, type Settings } from './rooms.ts'

/** The services as one function of a request; it opens no port and no file. */
export function createApp(ctx: ServicesContext<Settings>): Hono<AppTypes> {
  const { log, metrics, clock } = ctx
  const app = new Hono<AppTypes>()
  if (metrics !== undefined) app.use(measureRequests({ metrics, clock }))
  app.use(traceRequests(ctx))
  app.onError((error, c) => {
    const fault = toFault(error, c, log)
    setFaultHeaders(c, fault)
    return c.json(toRouteError(fault, c.get('requestId')), fault.status)
  })
  app.notFound(c => c.json(toRouteError(new RouteFault('ROUTE_NOT_FOUND'), c.get('requestId')), 404))
  for (const room of rooms) room.mount?.(app, ctx)
  return app
}
