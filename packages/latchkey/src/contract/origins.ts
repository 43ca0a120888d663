/** The pages that may use a project (SPEC §5, §7). */
import * as v from 'valibot'
import { projectErrors, projectQuery, route } from './route.ts'

/**
 * The allowed origins of a project. For an empty list the widget skips its check, while server and frame refuse every
 * page (`latchkey-dev` on loopback is the exception).
 */
export const allowedOriginsSchema = v.object({
  allowedOrigins: v.pipe(v.array(v.pipe(v.string(), v.maxLength(300))), v.maxLength(1_000)),
})

/** The allowed origins of a project. */
export type AllowedOrigins = v.InferOutput<typeof allowedOriginsSchema>

/**
 * GET /projects/v1/origins (SPEC §7): returns the project's allowed origins. A page outside the list may call it too,
 * to learn that it is not allowed.
 */
export const getAllowedOrigins = route({
  method: 'GET',
  path: '/projects/v1/origins',
  query: v.strictObject(projectQuery),
  response: allowedOriginsSchema,
  errors: projectErrors,
})

/** Scheme, names without a trailing dot or an address, port: URL parsers let `*`, `;`, `,` and more into a host. */
const plainOrigin =
  /^https?:\/\/(?:\[[\da-f:]+\]|(?!-)[a-z\d_-]+(?<!-)(?:\.(?!-)[a-z\d_-]+(?<!-))*)(?::\d{1,5})?$/

/**
 * Whether a value is a web origin exactly as browsers write it: scheme, host, and a port unless it is the default. Nothing
 * in it can be a wildcard or a separator where origins are listed, such as in a header (T02).
 */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 300 || !plainOrigin.test(value)) return false
  const url = URL.canParse(value) ? new URL(value) : undefined
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && url.origin === value
}

/** Whether an origin is on this machine: localhost, a name under it, 127.0.0.1 or [::1], any port. */
export function isLoopbackOrigin(origin: string): boolean {
  if (!isOrigin(origin)) return false
  const { hostname } = new URL(origin)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '127.0.0.1' ||
    hostname === '[::1]'
  )
}
