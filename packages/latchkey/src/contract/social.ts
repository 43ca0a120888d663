/**
 * Login of the embedded wallet by an account at a provider (SPEC §4 "Social login", reference §3.3). The calls carry what
 * all calls of `login.ts` carry: a proof by the device's key with `bh`, and a session where one is needed.
 *
 * 1. `postSocialBegin {provider, page}` gives `{flow, uri}`. `uri` is a page of the wallet's own origin: it drops its opener
 *    and leads to the provider. Open a window (600×800) on it, or, where there is no window to be had, give `returnTo` and
 *    send the tab itself there.
 * 2. `postSocialPoll {flow}`, at once and again and again: it waits for up to 25 s. `waiting`: ask again. `done`: the session.
 *    `linked`: the account is known by one more. `proven`: see below. `failed`: there is no session, `reason` says why. Each but `waiting` is
 *    said once. LOGIN_ENDED: it was said, took longer than 10 minutes, or is not this device's.
 *    Nothing else ends a login: no message of the window, and nothing in an address.
 * 3. The window at `uri` asks the windows of its opener, at its own origin alone, for the flow's `secret`. The frame that began
 *    answers once. A window that has it is of the same browser, so its visitor goes on without a question.
 * With `returnTo` the way back is `page` + `returnTo` with `result_uri=<flow>` added, whatever became of it. Take the
 * parameter away (`replaceState`) and poll for what it names: a flow of another browser is worth nothing here (T52).
 *
 * In a window without the secret (another browser, no opener, `returnTo`) the visitor is shown what was asked, by which
 * browser and with which number (`match`), before it counts: a link alone never logs a visitor in. Links and proofs, too.
 *
 * **Who it is** is what provider and issuer call them, never an address: the same address at another provider is another
 * account (T51), until its owner links the two: `postSocialBegin` with `link: true` and a session that was proven in the
 * last 5 minutes, in custody mode `user` at a device that holds the wallet's key if there is one (LOGIN_STEP_UP), by which the
 * poll is asked as well.
 *
 * **A login does not prove the visitor's presence**: a provider that remembers its visitor answers without asking them. For a visitor who is
 * logged in to the account already a login leaves the session's last proof as old as it was. `postSocialBegin` with
 * `prove: true` and a session asks one of `provingSocials` to have its visitor log in anew, which its answer has to say; the
 * poll, by that session, then says `proven`, and the session was proven now. Nothing else of the session changes. A Farcaster
 * app signs for each login: `postFarcasterBegin` with `prove: true` does the same.
 */
import * as v from 'valibot'
import { frameSocials } from './frame.ts'
import { loginSessionSchema, loginUserSchema } from './login.ts'
import { waitingChangeSchema } from './loginWaiting.ts'
import { returnPath } from './returnPath.ts'
import { projectErrors, projectQuery, route } from './route.ts'

const time = v.pipe(v.string(), v.isoTimestamp())
const provider = v.picklist(frameSocials)
const page = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
const flow = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,64}$/))
const query = v.strictObject(projectQuery)
/** The number that the page shows which began, and the window that asks its visitor. */
const matchNumber = v.pipe(v.string(), v.regex(/^[0-9]{2}$/))
const errors = [...projectErrors, 'SIGN_IN_INVALID', 'REQUEST_TOO_LARGE'] as const

export { socialReturnParameter } from './socialReturn.ts'

/** The path on the wallet's origin to which providers redirect; the provider's name follows. */
export const socialCallbackPath = '/cb/'

/** Below a flow's page: where its window says the secret that the frame told it. */
export const socialOwnPath = '/own'

/** Messages between a flow's window and the frame that began, both of the wallet's origin. */
export const socialWindow = {
  /** `{type, flow}`: the window asks whether the flow is the frame's. */
  question: '@latchkey-social/QUESTION',
  /** `{type, flow, secret}`: the frame says so, once. */
  answer: '@latchkey-social/ANSWER',
} as const

/** The longest time that `postSocialPoll` waits before it answers `waiting`, in milliseconds. */
export const socialPollTime = 25_000

/** Providers that can require a fresh login and report its time (OpenID Connect). The others prove no presence. */
export const provingSocials = ['google', 'apple'] as const satisfies readonly (typeof frameSocials)[number][]

/**
 * Why a login by a provider failed. `denied`: refused at the provider, or in the confirmation. `provider`: a bad
 * answer, or no fresh login. `taken`: another account has this identity. `other`: the visitor at the provider is not
 * the one to prove.
 */
export const socialFailures = ['denied', 'provider', 'taken', 'other'] as const

/** Why a login by a provider failed. */
export type SocialFailure = (typeof socialFailures)[number]

/**
 * GET /v1/socials: returns the providers, `farcaster` and `passkey` included, that are set up here, and which of them
 * are available now (F46).
 */
export const getSocialProviders = route({
  method: 'GET',
  path: '/v1/socials',
  query,
  response: v.object({
    providers: v.pipe(
      v.array(
        v.object({
          provider: v.pipe(v.string(), v.maxLength(64)),
          isAvailable: v.boolean(),
        }),
      ),
      v.maxLength(50),
    ),
  }),
  errors: projectErrors,
})

/**
 * POST /v1/login/social/begin: begins a login by a provider (GET_SOCIAL_REDIRECT_URI). REQUEST_INVALID for a provider
 * that is not set up, or that cannot prove the visitor when `prove` is requested.
 */
export const postSocialBegin = route({
  method: 'POST',
  path: '/v1/login/social/begin',
  query,
  body: v.strictObject({
    provider,
    page,
    returnTo: v.optional(returnPath),
    link: v.optional(v.boolean()),
    prove: v.optional(v.boolean()),
  }),
  response: v.object({
    flow,
    uri: v.pipe(v.string(), v.maxLength(2_048), v.url()),
    /** What the frame tells a window at `uri` that is of its own browser, once, and no other page. */
    secret: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
    match: matchNumber,
    expiresAt: time,
  }),
  errors: [...errors, 'LOGIN_STEP_UP'],
})

/** POST /v1/login/social/poll: waits, for 25 s at most, until the login ends (CONNECT_SOCIAL). */
export const postSocialPoll = route({
  method: 'POST',
  path: '/v1/login/social/poll',
  query,
  body: v.strictObject({ flow }),
  response: v.variant('state', [
    v.object({ state: v.literal('waiting') }),
    v.object({ state: v.literal('failed'), reason: v.picklist(socialFailures) }),
    v.object({ state: v.literal('done'), session: loginSessionSchema }),
    v.object({ state: v.literal('linked'), user: loginUserSchema }),
    v.object({ state: v.literal('proven'), user: loginUserSchema }),
  ]),
  errors: [...errors, 'LOGIN_ENDED'],
})

/**
 * POST /v1/login/social/unlink: removes a provider from the account and ends the sessions it began, except the caller's.
 * LOGIN_LAST for the account's last identity; LOGIN_UNPROTECTED for the last that can prove its visitor while nothing
 * recovers the wallet; LOGIN_STEP_UP after a change of address and without a proof of the last 5 minutes. From a device
 * without the key it waits.
 */
export const postSocialUnlink = route({
  method: 'POST',
  path: '/v1/login/social/unlink',
  query,
  body: v.strictObject({ provider: v.picklist([...frameSocials, 'farcaster']) }),
  response: v.object({
    unlinked: v.boolean(),
    user: loginUserSchema,
    waits: v.optional(waitingChangeSchema),
  }),
  errors: [...errors, 'LOGIN_STEP_UP', 'LOGIN_LAST', 'LOGIN_UNPROTECTED'],
})
