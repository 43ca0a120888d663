/** One HTTP call as data: mounted by the server, called by the engine, printable as OpenAPI (DESIGN, Services). */
import * as v from 'valibot'

/** A schema of a route's path, query, body or answer. Requests are strict; unknown members of answers are dropped. */
export type RouteSchema = v.GenericSchema<unknown, unknown>

/** The HTTP method of a route. */
export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One HTTP call as data: the server mounts it, the client calls it, and the API reference prints it. */
export interface RouteDefinition {
  readonly method: RouteMethod
  /** Places are written `{name}`, as OpenAPI does. */
  readonly path: `/${string}`
  readonly params?: RouteSchema
  readonly query?: RouteSchema
  readonly body?: RouteSchema
  readonly response: RouteSchema
  /** Of the answer; 200 unless stated. */
  readonly status?: 200 | 201
  /** Every refusal this call can answer with, beyond the ones all calls share. */
  readonly errors: readonly RouteErrorCode[]
}

/** Defines a route once, for the server, the client and the API reference. */
// @__NO_SIDE_EFFECTS__
export function route<const R extends RouteDefinition>(definition: R): R {
  return definition
}

type Parsed<S> = S extends RouteSchema ? v.InferOutput<S> : undefined
type Given<S> = S extends RouteSchema ? v.InferInput<S> : undefined

/** The parsed request that a route's handler receives. */
export interface RouteRequest<R extends RouteDefinition> {
  readonly params: Parsed<R['params']>
  readonly query: Parsed<R['query']>
  readonly body: Parsed<R['body']>
}

/** The parsed answer of a route. */
export type RouteResponse<R extends RouteDefinition> = v.InferOutput<R['response']>

/**
 * The errors of the services: code, HTTP status and the text on the wire (SPEC §8). Clients map the two "Unauthorized"
 * sentences back to their codes.
 */
export const routeErrors = {
  APKT002: { status: 403, message: 'Unauthorized: origin not allowed' },
  APKT007: { status: 401, message: 'Unauthorized: invalid key' },
  APKT008: { status: 400, message: 'Project ID Missing' },
  APKT009: { status: 500, message: 'Server Error' },
  APKT010: { status: 429, message: 'Rate Limited' },
  REQUEST_INVALID: { status: 400, message: 'Invalid request' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request too large' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  NAME_INVALID: { status: 400, message: 'Name cannot be registered' },
  NAME_SIGNATURE_INVALID: { status: 401, message: 'Signature not accepted' },
  NAME_NOT_FOUND: { status: 404, message: 'No such name' },
  NAME_TAKEN: { status: 409, message: 'Name is taken' },
  SESSION_SIGNATURE_INVALID: { status: 401, message: 'Signature not accepted' },
  SIGN_IN_INVALID: { status: 401, message: 'Sign-in not accepted' },
  INVALID_EMAIL: { status: 400, message: 'Please enter a valid email address' },
  /** `{n}` is rounded up, and `Retry-After` is the same (SPEC §5). */
  EMAIL_COOLDOWN: { status: 429, message: 'Please try again after {n} seconds' },
  EMAIL_CODE_INVALID: { status: 401, message: 'Code not accepted' },
  LOGIN_ENDED: { status: 410, message: 'This login is over' },
  LOGIN_STEP_UP: { status: 403, message: 'Confirm that it is you first' },
  LOGIN_LAST: { status: 409, message: 'This is the last way to log in' },
  LOGIN_UNPROTECTED: { status: 409, message: 'Protect the wallet first' },
  CUSTODY_REFUSED: { status: 403, message: 'Not accepted for this wallet' },
  CUSTODY_STEP_UP: { status: 403, message: 'Confirm that it is you first' },
  CUSTODY_NOT_FOUND: { status: 404, message: 'Nothing is kept for this device' },
  CUSTODY_EXISTS: { status: 409, message: 'There is one already' },
  CUSTODY_EPOCH: { status: 409, message: 'Another epoch is current' },
  CUSTODY_LOCKED: { status: 423, message: 'Too many tries: locked' },
  CUSTODY_LIMIT: { status: 429, message: 'Released too often today' },
  CONVERT_UNSUPPORTED: { status: 400, message: 'Network not supported for Swaps' },
  CONVERT_FAILED: { status: 409, message: 'No swap can be built' },
  CONVERT_UNSAFE: { status: 502, message: 'A provider answered with something else' },
  QUOTE_ENDED: { status: 410, message: 'This quote is over' },
  ONRAMP_UNSUPPORTED: { status: 400, message: 'Nothing can be bought here' },
  ONRAMP_FAILED: { status: 409, message: 'No order can be made' },
  EXCHANGE_UNSUPPORTED: { status: 400, message: 'No exchange sends this' },
  EXCHANGE_FAILED: { status: 409, message: 'The exchange made no order' },
  SECRET_INVALID: { status: 401, message: 'Unauthorized: invalid secret' },
  IDEMPOTENCY_CONFLICT: { status: 409, message: 'This key was used for another request' },
  PAYMENT_UNPRICED: { status: 409, message: 'No rate is known for this asset' },
  REFUND_REFUSED: { status: 409, message: 'Not so much can be refunded' },
  ROUTE_NOT_FOUND: { status: 404, message: 'No such call' },
} as const satisfies Readonly<Record<string, { status: number; message: string }>>

/** A code that the services answer with (SPEC §8). */
export type RouteErrorCode = keyof typeof routeErrors

/** The errors of every route that names a project. */
export const projectErrors = [
  'APKT002',
  'APKT007',
  'APKT008',
  'APKT009',
  'APKT010',
  'REQUEST_INVALID',
] as const satisfies readonly RouteErrorCode[]

/** An error on the wire. A code of a later release is accepted too. */
export const routeErrorSchema = v.object({
  code: v.pipe(v.string(), v.maxLength(64)),
  message: v.pipe(v.string(), v.maxLength(1_000)),
  reasons: v.pipe(
    v.array(
      v.object({
        name: v.pipe(v.string(), v.maxLength(200)),
        description: v.pipe(v.string(), v.maxLength(1_000)),
      }),
    ),
    v.maxLength(50),
  ),
  requestId: v.pipe(v.string(), v.maxLength(128)),
})

/** An error of the services as it goes on the wire. */
export type RouteError = v.InferOutput<typeof routeErrorSchema>

/** A project id as the services issue it: 1 to 64 letters, digits, `-` or `_`. */
export const projectIdSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))

const clientWord = v.optional(v.pipe(v.string(), v.maxLength(64)))

/**
 * The query of every project call (SPEC §7): the project id, the type and version of the SDK, and an optional client
 * id.
 */
export const projectQuery = {
  projectId: projectIdSchema,
  st: clientWord,
  sv: clientWord,
  clientId: v.optional(v.pipe(v.string(), v.maxLength(128))),
} as const

/**
 * Formats the URL of a route below a base URL. Values are encoded; `undefined` ones are left out.
 * @throws TypeError when a parameter of the path has no value.
 */
export function formatRouteUrl<R extends RouteDefinition>(
  base: string,
  call: R,
  values: {
    readonly params?: Readonly<Record<string, string>>
    readonly query?: Given<R['query']>
  } = {},
): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.params?.[name]
    if (value === undefined || value === '') throw new TypeError(`${call.path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values.query ?? {})) {
    if (value !== undefined) search.append(name, String(value))
  }
  const query = search.toString()
  return `${base.replace(/\/+$/, '')}${path}${query === '' ? '' : `?${query}`}`
}

/** Parses an answer of a route; undefined when it does not match. */
export function readRouteAnswer<R extends RouteDefinition>(
  call: R,
  value: unknown,
): RouteResponse<R> | undefined {
  const parsed = v.safeParse(call.response, value)
  return parsed.success ? (parsed.output as RouteResponse<R>) : undefined
}

/** Parses an error of the services; undefined when it does not match. */
export function readRouteError(value: unknown): RouteError | undefined {
  const parsed = v.safeParse(routeErrorSchema, value)
  return parsed.success ? parsed.output : undefined
}
