/**
 * Changes that wait (reference §2.6, §3.2). Whatever destroys access to an account with a wallet is done at once by a device
 * that has a key share of it. By any other session it waits for `waitingTime`: every address of the account is sent a mail at
 * once and again a day before, every device finds it by `getLoginWaiting`, and any of them stops it, as the mailed link does.
 */
import * as v from 'valibot'
import { projectErrors, projectQuery, route } from './route.ts'

const time = v.pipe(v.string(), v.isoTimestamp())
const line = v.pipe(v.string(), v.maxLength(300))
const secret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,200}$/))
const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/))
const query = v.strictObject(projectQuery)
const bodyErrors = [...projectErrors, 'SIGN_IN_INVALID', 'REQUEST_TOO_LARGE'] as const

/** How long a change waits that a device without the key began, in milliseconds: 72 hours. */
export const waitingTime = 259_200_000

/** The most changes that wait for one account at a time. */
export const mostWaiting = 20

/**
 * What waits: taking a `device` back, logging the other `sessions` out, deleting a `passkey`, unlinking a `social` login, a new
 * `email` address in place of the old one, or deleting the `account` with its wallet.
 */
export const waitingKinds = ['device', 'sessions', 'passkey', 'social', 'email', 'account'] as const

/** What waits. */
export type WaitingKind = (typeof waitingKinds)[number]

const described = {
  kind: v.picklist(waitingKinds),
  /** What it is about: the device's name, the passkey's, the provider's, or most of the new address; null where there is no name. */
  label: v.nullable(line),
  /** The browser that began it, such as "Chrome on Windows"; null when unknown. */
  browser: v.nullable(line),
  /** The page that showed the wallet there. */
  page: v.pipe(v.string(), v.maxLength(300)),
  begunAt: time,
  /** From when on it takes effect, unless it is stopped before. */
  effectAt: time,
} as const

/** A change that waits. */
export const waitingChangeSchema = v.object({
  id,
  ...described,
  /** Whether this device began it. */
  isOwn: v.boolean(),
})

/** A change that waits. */
export type WaitingChange = v.InferOutput<typeof waitingChangeSchema>

/** GET /v1/login/waiting: returns the account's changes that wait, the next one first. */
export const getLoginWaiting = route({
  method: 'GET',
  path: '/v1/login/waiting',
  query,
  response: v.object({ waiting: v.pipe(v.array(waitingChangeSchema), v.maxLength(mostWaiting)) }),
  errors: [...projectErrors, 'SIGN_IN_INVALID'],
})

/**
 * POST /v1/login/waiting/stop: stops a change that waits, by any session of the account. For `waitingTime` from then on, no
 * device without the key begins another one.
 */
export const postLoginWaitingStop = route({
  method: 'POST',
  path: '/v1/login/waiting/stop',
  query,
  body: v.strictObject({ id }),
  response: v.object({ stopped: v.boolean() }),
  errors: bodyErrors,
})

/**
 * POST /v1/login/waiting/link: describes a change by its mailed link; with `stop`, stops it. Without, nothing changes (T48).
 * The link approves nothing. No proof is needed.
 */
export const postLoginWaitingLink = route({
  method: 'POST',
  path: '/v1/login/waiting/link',
  query,
  body: v.strictObject({ link: secret, stop: v.optional(v.literal(true)) }),
  response: v.object({ state: v.picklist(['waiting', 'stopped']), ...described }),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE', 'LOGIN_ENDED'],
})
