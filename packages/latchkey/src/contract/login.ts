/**
 * Login of the embedded wallet (SPEC §5 "Action results", reference §3.2). Only the wallet's own origin calls here.
 *
 * **Every call** carries a proof by the device's key (`DPoP`, RFC 9449: ES256 with a P-256 key that cannot be extracted;
 * claims `htm`, `htu`, `iat`, `jti`), but for the two calls of a link (`postLoginLink`, `postLoginUndo`), which may be
 * opened anywhere. A call with a body has the claim `bh` in its proof: the SHA-256, base64url, of `custodyBodyText(body)`.
 * A call with a session has `Authorization: DPoP <token>` as well, and the claim `ath` (SHA-256, base64url, of the token).
 * What is not so, is late or was seen before is SIGN_IN_INVALID (401).
 *
 * **By email**
 * 1. `postLoginEmail {email, page}` answers with the action.
 *    - `CONNECT`: the session that was sent along is of this address; go on with it.
 *    - `VERIFY_OTP`: a code is in the mail. → 3
 *    - `VERIFY_DEVICE`: a link is in the mail. Show `match`. → 2
 *    In custody mode `user` each device gets a code. In mode `operator`, and with `LOGIN_DEVICE_CHECK`, a device that is not
 *    known for the address gets a link; so does each such device of an address for which ten wrong codes were typed today.
 *    None of it depends on whether there is such an account (T41).
 * 2. `postLoginDevice {flow}` waits for up to 25 s. `VERIFY_DEVICE`: ask again. `VERIFY_OTP`: it was approved, and a code is
 *    in the mail. → 3. LOGIN_ENDED: it was refused, took longer than 10 minutes, or is not this device's.
 *    The link leads to the wallet's own page, at the top level:
 *    `<wallet>/v1/?projectId=…#device=<link>`. That page reads what is asked by `postLoginLink {link}`, shows it, and sends
 *    `{link, decision}` on a click, never by itself (T48).
 * 3. `postLoginCode {flow, code}` answers with a session. EMAIL_CODE_INVALID for whatever is wrong; after three tries the
 *    flow is over and only `postLoginResend` or a new login helps.
 *    LOGIN_ENDED: the address was changed lately, and it starts no session until the change is final.
 * `postLoginResend {flow}` sends the link or a new code once more; once it was sent, the one before is void. EMAIL_COOLDOWN
 * says how many seconds are to be waited (`Retry-After`).
 *
 * **Session**: `token` counts 10 minutes, `refresh` 7 days from its last use and 30 days in all; both with this device's
 * key alone. Keep both where the device's key is, for all tabs, and call `postLoginRefresh {refresh}` under one lock
 * (`navigator.locks`), with what is stored then, when less than a minute is left; after a SIGN_IN_INVALID of another call
 * once as well, as another tab may have refreshed meanwhile. A refresh whose answer was lost may be
 * repeated until what it gave was used; any other second use ends the session in all its copies (T56).
 *
 * **Change of address**: `postEmailChange {email, page}` (a session that was proven in the last 5 minutes, or LOGIN_STEP_UP:
 * log in again with `fresh: true`, or by a passkey) → code to the old address → `postEmailChangePrimary {change, code}` → code to the new one
 * → `postEmailChangeSecondary {change, code}`. An account without an address begins with the second step. The old address
 * is sent a link, `<wallet>/v1/?projectId=…#undo=<link>`, with which `postLoginUndo` takes it back for 72 hours. Whose old
 * mailbox is lost says so (`lost`), by a passkey: the code at the new address is all there is, the old one is sent the link, and seven
 * days later `postEmailChangeFinish` makes it, by a passkey again.
 *
 * **From a device without a key share** of the account's wallet, whatever destroys access waits for 72 hours (`loginWaiting.ts`): the
 * answer then has `waits`, and nothing was changed.
 */
import * as v from 'valibot'
import { mostDevices, possessionSchema } from './custody.ts'
import { waitingChangeSchema } from './loginWaiting.ts'
import { ownAccountTypeSchema } from './ownAccountType.ts'
import { projectErrors, projectQuery, route } from './route.ts'

const time = v.pipe(v.string(), v.isoTimestamp())
/** RFC 7638 thumbprint of a device's key. */
const device = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
const account = v.pipe(v.string(), v.minLength(1), v.maxLength(64), v.regex(/^[A-Za-z0-9_-]+$/))
/** Only bounded here: a text that is no address has a refusal of its own, INVALID_EMAIL. */
const typedEmail = v.pipe(v.string(), v.maxLength(1_024))
const email = v.pipe(v.string(), v.minLength(3), v.maxLength(254))
/** The page that shows the wallet, as the browser says it; one of the project's origins, or APKT002. */
const page = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
const flow = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,64}$/))
const secret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,200}$/))
/**
 * 6 digits where a code opens no wallet; 8 where it may, at a device that holds a key share; in custody mode `operator`, in
 * which a code alone opens one, 9 letters and digits of Crockford's alphabet.
 */
const code = v.pipe(v.string(), v.maxLength(9), v.regex(/^(?:\d{6}|\d{8}|[0-9A-HJKMNP-TV-Z]{9})$/))
const line = v.pipe(v.string(), v.maxLength(300))

/** The forms of a login code: 6 digits, 8 digits, or 9 letters and digits (typed in any case, sent in capitals). */
export const loginCodeForms = ['short', 'digits', 'letters'] as const

/** The form of a login code: 6 digits (`short`), 8 digits, or 9 letters and digits. */
export type LoginCodeForm = (typeof loginCodeForms)[number]

/** The longest time that `postLoginDevice` waits before it answers that nothing happened, in milliseconds. */
export const loginPollTime = 25_000

/** The kinds of identity of an account: an email address, a provider's account, or a passkey. */
export const loginIdentityKinds = ['email', 'social', 'farcaster', 'passkey'] as const

/** The kind of an identity of an account. */
export type LoginIdentityKind = (typeof loginIdentityKinds)[number]

/** The account that is logged in. The wallet's addresses derive from its key and are not part of it. */
export const loginUserSchema = v.object({
  /** Internal id; it stays the same whatever address or provider comes and goes. */
  account,
  email: v.nullable(email),
  /** As a provider says it; null when none does. */
  name: v.nullable(line),
  /** How this session began: `email`, `passkey`, or the provider's name (`google`, `farcaster`, …). */
  provider: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  identities: v.pipe(
    v.array(
      v.object({
        kind: v.picklist(loginIdentityKinds),
        /** The provider's name; `email` for an address. */
        issuer: v.pipe(v.string(), v.maxLength(300)),
        /** The address, or the name that the provider gives the account; null when there is none to show. */
        label: v.nullable(line),
        createdAt: time,
      }),
    ),
    v.maxLength(50),
  ),
  createdAt: time,
  /** Until when the key is not shown and what recovers it does not change, after a change of address; null when it may. */
  frozenUntil: v.nullable(time),
  /** A change of address that was begun without the old mailbox, and from when on it can be finished; absent: none. */
  pendingEmail: v.optional(v.object({ to: line, at: time })),
  /** The type of account that the wallet was made with, for visitors who have chosen none. Absent: `eoa`, or no wallet yet. */
  accountType: v.optional(ownAccountTypeSchema),
})

/** The account that is logged in. */
export type LoginUser = v.InferOutput<typeof loginUserSchema>

/** A session, and what this device needs before it can sign. */
export const loginSessionSchema = v.object({
  token: secret,
  expiresAt: time,
  refresh: secret,
  /** When the session ends unless it is used. */
  refreshUntil: time,
  device,
  user: loginUserSchema,
  /** `create`: there is no key yet. `recover`: there is one, and this device has no half of it. `none`: it can sign. */
  need: v.picklist(['create', 'recover', 'none']),
  /** Whether its visitor has just proven themselves; a login that a provider answered without a prompt is no proof. */
  isProven: v.optional(v.boolean()),
})

/** A session, and what this device needs before it can sign. */
export type LoginSession = v.InferOutput<typeof loginSessionSchema>

/** Parses a stored session; undefined when it does not match. */
export function readLoginSession(value: unknown): LoginSession | undefined {
  const read = v.safeParse(loginSessionSchema, value)
  return read.success ? read.output : undefined
}

const sessionErrors = [...projectErrors, 'SIGN_IN_INVALID'] as const
const bodyErrors = [...sessionErrors, 'REQUEST_TOO_LARGE'] as const
const query = v.strictObject(projectQuery)

/** Of a call that destroys access: what waits now, where this device may not do it at once. */
const waits = v.optional(waitingChangeSchema)

const step = {
  flow,
  form: v.picklist(loginCodeForms),
  expiresAt: time,
} as const

/**
 * POST /v1/login/email: begins a login by email (CONNECT_EMAIL). A session may be sent along. The answer does not
 * reveal whether the address has an account (T41). With `fresh`, a visitor with a session proves the address again.
 */
export const postLoginEmail = route({
  method: 'POST',
  path: '/v1/login/email',
  query,
  body: v.strictObject({ email: typedEmail, page, fresh: v.optional(v.boolean()) }),
  response: v.variant('action', [
    v.object({ action: v.literal('CONNECT') }),
    v.object({ action: v.literal('VERIFY_OTP'), ...step }),
    v.object({
      action: v.literal('VERIFY_DEVICE'),
      ...step,
      /** Two digits, which the mail and the page behind its link show as well. */
      match: v.pipe(v.string(), v.regex(/^\d{2}$/)),
    }),
  ]),
  errors: [...bodyErrors, 'INVALID_EMAIL', 'EMAIL_COOLDOWN'],
})

/** POST /v1/login/device: waits, for 25 s at most, until the link in the mail was used (CONNECT_DEVICE). */
export const postLoginDevice = route({
  method: 'POST',
  path: '/v1/login/device',
  query,
  body: v.strictObject({ flow }),
  response: v.object({ action: v.picklist(['VERIFY_DEVICE', 'VERIFY_OTP']), ...step }),
  errors: [...bodyErrors, 'LOGIN_ENDED'],
})

/** POST /v1/login/code: returns a session for the code (CONNECT_OTP, which only the frame sends). */
export const postLoginCode = route({
  method: 'POST',
  path: '/v1/login/code',
  query,
  body: v.strictObject({ flow, code }),
  response: loginSessionSchema,
  errors: [...bodyErrors, 'EMAIL_CODE_INVALID', 'LOGIN_ENDED'],
})

/** POST /v1/login/resend: sends the mail that the flow waits for again. The flow's id stays. */
export const postLoginResend = route({
  method: 'POST',
  path: '/v1/login/resend',
  query,
  body: v.strictObject({ flow }),
  response: v.object({ action: v.picklist(['VERIFY_DEVICE', 'VERIFY_OTP']), ...step }),
  errors: [...bodyErrors, 'LOGIN_ENDED', 'EMAIL_COOLDOWN'],
})

/**
 * POST /v1/login/link: describes a login by its mailed link; with a `decision`, approves or refuses it. Without one,
 * nothing changes (T48). Approval sends a code, which is only of use in the browser that began the login. After a
 * refusal the address gets no mail for an hour. No proof is needed.
 */
export const postLoginLink = route({
  method: 'POST',
  path: '/v1/login/link',
  query,
  body: v.strictObject({ link: secret, decision: v.optional(v.picklist(['approve', 'deny'])) }),
  response: v.object({
    state: v.picklist(['open', 'approved', 'denied']),
    /** The page that shows the wallet there; one of the project's. */
    page: v.pipe(v.string(), v.maxLength(300)),
    project: v.pipe(v.string(), v.maxLength(300)),
    /** Such as "Chrome on Windows"; null when unknown. */
    browser: v.nullable(line),
    at: time,
    match: v.pipe(v.string(), v.regex(/^\d{2}$/)),
  }),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE', 'LOGIN_ENDED'],
})

/**
 * POST /v1/login/refresh: returns a new token and a new refresh secret for the last one (T56). After SIGN_IN_INVALID,
 * log in again.
 */
export const postLoginRefresh = route({
  method: 'POST',
  path: '/v1/login/refresh',
  query,
  body: v.strictObject({ refresh: secret }),
  response: loginSessionSchema,
  errors: bodyErrors,
})

/** POST /v1/login/signout: ends the session, also after its token expired (SIGN_OUT). The device stays known. */
export const postLoginSignOut = route({
  method: 'POST',
  path: '/v1/login/signout',
  query,
  body: v.strictObject({ refresh: secret }),
  response: v.object({ ended: v.boolean() }),
  errors: bodyErrors,
})

/**
 * POST /v1/login/sessions/end: ends every other session of the account, in all its projects. Its devices stay known and
 * keep their key shares. Every address of the account is notified if a session ended. LOGIN_STEP_UP without a proof of
 * the last hour. From a device without the key it waits.
 */
export const postLoginSessionsEnd = route({
  method: 'POST',
  path: '/v1/login/sessions/end',
  query,
  body: v.strictObject({ account }),
  response: v.object({ ended: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), waits }),
  errors: [...bodyErrors, 'LOGIN_STEP_UP'],
})

/** GET /v1/login/user: returns the account of the session (GET_USER). */
export const getLoginUser = route({
  method: 'GET',
  path: '/v1/login/user',
  query,
  response: v.object({ device, user: loginUserSchema, need: loginSessionSchema.entries.need }),
  errors: sessionErrors,
})

/** GET /v1/login/devices: returns every known browser of the account, the last one seen first. */
export const getLoginDevices = route({
  method: 'GET',
  path: '/v1/login/devices',
  query,
  response: v.object({
    devices: v.pipe(
      v.array(
        v.object({
          device,
          /** Such as "Chrome on Windows"; null when unknown. */
          name: v.nullable(line),
          /** The page it was first used from: each site that shows the wallet is a device of its own. */
          page: v.pipe(v.string(), v.maxLength(300)),
          createdAt: time,
          lastSeenAt: time,
          /** Whether it asks. */
          isCurrent: v.boolean(),
        }),
      ),
      // As many as can sign, and the one that asks.
      v.maxLength(mostDevices + 1),
    ),
  }),
  errors: sessionErrors,
})

/**
 * POST /v1/login/devices/revoke: removes a device. Its sessions end, its key share is deleted, and its next login needs
 * a link. LOGIN_STEP_UP without a proof of the last hour, for another device than this one and for the last way to the
 * wallet. Of another device, from one without the key, it waits.
 */
export const postLoginDeviceRevoke = route({
  method: 'POST',
  path: '/v1/login/devices/revoke',
  query,
  body: v.strictObject({ device }),
  response: v.object({ revoked: v.boolean(), waits }),
  errors: [...bodyErrors, 'LOGIN_STEP_UP'],
})

/**
 * POST /v1/login/delete: deletes the account, its identities, sessions and key shares. Only an offline kit opens the
 * wallet afterwards. A device with the key needs `possession`, or it is CUSTODY_EXISTS; from one without it, it waits.
 * LOGIN_STEP_UP without a proof of the last 5 minutes, and in the day after a change of address.
 */
export const postLoginDelete = route({
  method: 'POST',
  path: '/v1/login/delete',
  query,
  body: v.strictObject({ account, possession: v.optional(possessionSchema) }),
  response: v.object({ deleted: v.boolean(), waits }),
  errors: [...bodyErrors, 'LOGIN_STEP_UP', 'CUSTODY_EXISTS', 'CUSTODY_REFUSED'],
})

const change = { change: flow, form: v.picklist(loginCodeForms), expiresAt: time } as const

/**
 * POST /v1/login/email/change: begins a change of the email address (UPDATE_EMAIL). The answer does not reveal whether
 * the new address has an account.
 */
export const postEmailChange = route({
  method: 'POST',
  path: '/v1/login/email/change',
  query,
  body: v.strictObject({
    email: typedEmail,
    page,
    /**
     * The old mailbox is lost: by a passkey of the last 5 minutes, or LOGIN_STEP_UP. The code at the new address comes first,
     * the old one is notified, and the change can be finished 7 days later.
     */
    lost: v.optional(v.boolean()),
  }),
  response: v.object({ action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']), ...change }),
  errors: [...bodyErrors, 'INVALID_EMAIL', 'EMAIL_COOLDOWN', 'LOGIN_STEP_UP'],
})

/** POST /v1/login/email/change/primary: takes the code sent to the old address, and sends one to the new address. */
export const postEmailChangePrimary = route({
  method: 'POST',
  path: '/v1/login/email/change/primary',
  query,
  body: v.strictObject({ change: flow, code }),
  response: v.object({ action: v.literal('VERIFY_SECONDARY_OTP'), ...change }),
  errors: [...bodyErrors, 'EMAIL_CODE_INVALID'],
})

/**
 * POST /v1/login/email/change/secondary: takes the code sent to the new address, and completes the change. If the old
 * mailbox is lost, the change stays pending (`pendingEmail`) until `postEmailChangeFinish`. From a device without the
 * key it waits.
 */
export const postEmailChangeSecondary = route({
  method: 'POST',
  path: '/v1/login/email/change/secondary',
  query,
  body: v.strictObject({ change: flow, code }),
  response: v.object({ user: loginUserSchema, waits }),
  errors: [...bodyErrors, 'EMAIL_CODE_INVALID'],
})

/**
 * POST /v1/login/email/change/finish: completes a change begun without the old mailbox, after a passkey proof of the
 * last 5 minutes (else LOGIN_STEP_UP), or cancels it. EMAIL_COOLDOWN before its time has come; LOGIN_ENDED when there
 * is none.
 */
export const postEmailChangeFinish = route({
  method: 'POST',
  path: '/v1/login/email/change/finish',
  query,
  body: v.strictObject({ cancel: v.boolean() }),
  response: v.object({ user: loginUserSchema }),
  errors: [...bodyErrors, 'EMAIL_COOLDOWN', 'LOGIN_STEP_UP', 'LOGIN_ENDED'],
})

/**
 * POST /v1/login/email/undo: describes a change by the link mailed to the old address; with `undo`, restores the old
 * address and ends every session. No proof is needed.
 */
export const postLoginUndo = route({
  method: 'POST',
  path: '/v1/login/email/undo',
  query,
  body: v.strictObject({ link: secret, undo: v.optional(v.boolean()) }),
  response: v.object({
    state: v.picklist(['open', 'undone']),
    /** The new address, with all but its first letter and its domain left out. */
    to: v.pipe(v.string(), v.maxLength(254)),
    at: time,
    expiresAt: time,
  }),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE', 'LOGIN_ENDED'],
})
