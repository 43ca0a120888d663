/**
 * Login of the embedded wallet by passkey. The calls carry what all calls of `login.ts` carry: a proof by the device's key
 * with `bh`, and a session where one is needed.
 *
 * 1. `postPasskeyOptions {purpose, page}` gives what `navigator.credentials` wants: `create` makes an account, `add` gives the
 *    session's account one more (proven in the last 5 minutes, and in custody mode `user` at a device that holds the wallet's key if
 *    there is one, or LOGIN_STEP_UP), `login` logs in; with a session `login` is
 *    for the session's account, which proves itself again that way.
 * 2. The ceremony, with `userVerification: 'required'`, `residentKey: 'required'` and `attestation: 'none'`. Only the wallet's
 *    origin can hold it. Extensions such as PRF are the page's own business: what comes of them is never sent here, and an
 *    answer that has it is refused.
 * 3. `postPasskeyRegister` or `postPasskeyLogin`, by the same device, within 5 minutes, once for each challenge.
 */
import * as v from 'valibot'
import { loginSessionSchema } from './login.ts'
import { waitingChangeSchema } from './loginWaiting.ts'
import { projectErrors, projectQuery, route } from './route.ts'

const bytes = (most: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(most), v.regex(/^[A-Za-z0-9_-]+$/))
const time = v.pipe(v.string(), v.isoTimestamp())
const page = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
const credential = bytes(1_400)
const label = v.pipe(v.string(), v.maxLength(64))
const query = v.strictObject(projectQuery)
const errors = [...projectErrors, 'SIGN_IN_INVALID', 'REQUEST_TOO_LARGE'] as const

/** The most passkeys of one account. */
export const mostPasskeys = 20

/** What a passkey ceremony is for: a new account, another passkey, or a login. */
export const passkeyPurposes = ['create', 'add', 'login'] as const

/** What a passkey ceremony is for. */
export type PasskeyPurpose = (typeof passkeyPurposes)[number]

/** POST /v1/login/passkey/options: returns a challenge and the WebAuthn options for one ceremony of this device. */
export const postPasskeyOptions = route({
  method: 'POST',
  path: '/v1/login/passkey/options',
  query,
  body: v.strictObject({ purpose: v.picklist(passkeyPurposes), page }),
  response: v.object({
    challenge: bytes(128),
    rpId: v.pipe(v.string(), v.maxLength(253)),
    /** For `create` and `add`: a fresh handle each time, or a device would write over another passkey of the account. */
    user: v.nullable(v.object({ id: bytes(86), name: v.pipe(v.string(), v.maxLength(254)) })),
    /** COSE numbers, the best first. */
    algorithms: v.pipe(v.array(v.number()), v.maxLength(10)),
    /** Of `add`, those that there are already; of `login` with a session, those that count. Empty: any. */
    credentials: v.pipe(v.array(credential), v.maxLength(mostPasskeys)),
    expiresAt: time,
  }),
  errors: [...errors, 'LOGIN_STEP_UP'],
})

/** What a ceremony gives besides: nothing of it is taken. */
const noExtensions = v.optional(v.strictObject({}))

/**
 * POST /v1/login/passkey: stores a new passkey. For `create` it returns a `session`. Every address of the account is
 * notified of an added one.
 */
export const postPasskeyRegister = route({
  method: 'POST',
  path: '/v1/login/passkey',
  query,
  body: v.strictObject({
    purpose: v.picklist(['create', 'add']),
    page,
    /** In the person's words. */
    label: v.optional(label),
    credential: v.strictObject({
      id: credential,
      clientDataJSON: bytes(4_096),
      attestationObject: bytes(16_384),
      transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(10))),
      clientExtensionResults: noExtensions,
    }),
  }),
  response: v.object({ credential, session: v.nullable(loginSessionSchema) }),
  errors: [...errors, 'LOGIN_STEP_UP'],
})

/** POST /v1/login/passkey/login: returns a session for a passkey, on any device. */
export const postPasskeyLogin = route({
  method: 'POST',
  path: '/v1/login/passkey/login',
  query,
  body: v.strictObject({
    page,
    credential: v.strictObject({
      id: credential,
      clientDataJSON: bytes(4_096),
      authenticatorData: bytes(4_096),
      signature: bytes(2_048),
      userHandle: v.optional(v.nullable(bytes(128))),
      clientExtensionResults: noExtensions,
    }),
  }),
  response: loginSessionSchema,
  errors,
})

/** GET /v1/login/passkeys: returns the passkeys of the session's account. */
export const getPasskeys = route({
  method: 'GET',
  path: '/v1/login/passkeys',
  query,
  response: v.object({
    passkeys: v.pipe(
      v.array(
        v.object({
          credential,
          label: v.nullable(label),
          /** Whether it is on the person's other devices as well, as its maker says. */
          isSynced: v.boolean(),
          createdAt: time,
          usedAt: v.nullable(time),
        }),
      ),
      v.maxLength(mostPasskeys),
    ),
  }),
  errors: [...projectErrors, 'SIGN_IN_INVALID'],
})

/**
 * POST /v1/login/passkey/delete: deletes a passkey and ends the sessions it began, except the caller's. LOGIN_LAST for the
 * account's last identity; LOGIN_UNPROTECTED for the last that can prove its visitor while nothing recovers the wallet;
 * LOGIN_STEP_UP after a change of address and without a proof of the last 5 minutes. From a device without the key it
 * waits.
 */
export const postPasskeyDelete = route({
  method: 'POST',
  path: '/v1/login/passkey/delete',
  query,
  body: v.strictObject({ credential }),
  response: v.object({ deleted: v.boolean(), waits: v.optional(waitingChangeSchema) }),
  errors: [...errors, 'LOGIN_STEP_UP', 'LOGIN_LAST', 'LOGIN_UNPROTECTED'],
})
