import { cors } from 'hono/cors'
import { isLocalOrigin } from './isLocalHost.ts'

/** Lets pages of this machine, and no others, read answers to GET and POST. */
export const localPages = () =>
  cors({
    origin: origin => (isLocalOrigin(origin) ? origin : null),
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['content-type'],
  })
