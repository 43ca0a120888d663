import type { MiddlewareHandler } from 'hono'
import { isLocalHost } from './isLocalHost.ts'

/** Refuses requests whose Host names anything but this machine; the port may differ, because ports get mapped. */
export function localOnly(): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? ''
    if (!isLocalHost(host)) return context.text('This server answers to localhost only.\n', 403)
    await next()
  }
}
