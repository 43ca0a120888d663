/**
 * Hosted sign-in and email capture: the calls behind the `authentication` and `email_capture` flags (SPEC §3 "Sign-in
 * message", "Session"; §4 "Sign-in flow"; SPEC-NOTES §7). A host with a backend of its own uses `latchkey/server` instead.
 *
 * A page proves itself by a key of its own (P-256, made for this, not extractable): who asks for a nonce or a code names
 * its thumbprint, and each later call carries a proof by it (`DPoP`, RFC 9449), so that a stolen token is worth nothing.
 */
import * as v from 'valibot'
import { longestSignInMessage } from './parseSignInMessage.ts'
import { projectErrors, projectQuery, route } from './route.ts'
import { caipNetworkIdSchema } from './supportedChains.ts'

/** A nonce in the alphabet of EIP-4361. 22 characters hold the 128 bits that T23 requires. */
export const nonceSchema = v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{22,128}$/))

/** The longest signature that is read, in characters: 16 KB as hex, wrapped contract signatures included (T29). */
export const longestSignInSignature = 2 + 2 * 16_384

const time = v.pipe(v.string(), v.isoTimestamp())
const address = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
/** RFC 7638 thumbprint of the page's key. */
const thumbprint = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
/** As the services read it; which letters an address may have is theirs to say. */
const emailAddress = v.pipe(v.string(), v.minLength(3), v.maxLength(254))
const emailProof = v.pipe(v.string(), v.maxLength(2_048))
const token = v.pipe(v.string(), v.maxLength(4_096))

/**
 * GET /v1/signin/nonce: returns a nonce for one sign-in, valid for 5 minutes and bound to the caller's key (T23). Never
 * cached.
 */
export const getSignInNonce = route({
  method: 'GET',
  path: '/v1/signin/nonce',
  query: v.strictObject({ ...projectQuery, key: thumbprint }),
  response: v.object({ nonce: nonceSchema, issuedAt: time, expiresAt: time }),
  errors: projectErrors,
})

/** The fields of a sign-in message on the wire (SPEC §3). */
export const signInDataSchema = v.object({
  accountAddress: address,
  chainId: caipNetworkIdSchema,
  /** Host and port, as the text names them. */
  domain: v.pipe(v.string(), v.minLength(1), v.maxLength(260)),
  uri: v.pipe(v.string(), v.minLength(1), v.maxLength(2_048)),
  version: v.literal('1'),
  nonce: nonceSchema,
  statement: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
  resources: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(4_096))), v.maxLength(20))),
  requestId: v.optional(v.pipe(v.string(), v.maxLength(128))),
  issuedAt: time,
  expirationTime: v.optional(time),
  notBefore: v.optional(time),
})

/** A sign-in session: the account, the chain and the expiry. */
export const signInSessionSchema = v.object({
  address,
  chainId: caipNetworkIdSchema,
  /** The email address that was proven before, if any. */
  email: v.nullable(emailAddress),
  issuedAt: time,
  expiresAt: time,
})

/** A sign-in session: the account, the chain and the expiry. */
export type SignInSession = v.InferOutput<typeof signInSessionSchema>

/**
 * POST /v1/signin/verify (SPEC §7 "Session"): creates a session for an account on one chain. Every failure is
 * SIGN_IN_INVALID (401). The token is valid for 10 minutes, and only with proofs by the nonce's key (T32). The fields
 * must match the text. An embedded wallet's session is stored by the same call.
 */
export const postSignIn = route({
  method: 'POST',
  path: '/v1/signin/verify',
  query: v.strictObject(projectQuery),
  body: v.strictObject({
    data: signInDataSchema,
    /** The exact text that was signed. */
    message: v.pipe(v.string(), v.maxLength(longestSignInMessage)),
    signature: v.pipe(v.string(), v.maxLength(longestSignInSignature)),
    /** What `postEmailCode` answered. */
    emailProof: v.optional(emailProof),
  }),
  response: v.object({ token, session: signInSessionSchema }),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE', 'SIGN_IN_INVALID'],
})

/**
 * GET /v1/signin/session: returns the session of the token (`Authorization: DPoP …`), with a new token while it is
 * used.
 */
export const getSignInSession = route({
  method: 'GET',
  path: '/v1/signin/session',
  query: v.strictObject(projectQuery),
  response: v.object({ token, session: signInSessionSchema }),
  errors: [...projectErrors, 'SIGN_IN_INVALID'],
})

/** The most sessions of one key that are resumed at once. */
export const mostResumedSessions = 20

/**
 * POST /v1/signin/resume: returns the sessions of the caller's key, made from the same page, each with a new token; the
 * newest first, one an account and chain. A reloaded page has its key and no token (T32). It can resume for 7 days
 * after a session's last use, and 30 days after its start (T56). An empty list is no error.
 */
export const postSignInResume = route({
  method: 'POST',
  path: '/v1/signin/resume',
  query: v.strictObject(projectQuery),
  response: v.object({
    sessions: v.pipe(
      v.array(v.object({ token, session: signInSessionSchema })),
      v.maxLength(mostResumedSessions),
    ),
  }),
  errors: [...projectErrors, 'SIGN_IN_INVALID'],
})

/** DELETE /v1/signin/session: ends this session and no other (T36). */
export const deleteSignInSession = route({
  method: 'DELETE',
  path: '/v1/signin/session',
  query: v.strictObject(projectQuery),
  response: v.object({ ended: v.boolean() }),
  errors: [...projectErrors, 'SIGN_IN_INVALID'],
})

/**
 * POST /v1/signin/email (SPEC §5): sends a code of 8 digits to an address, with the same answer for every address
 * (T41). A malformed address is INVALID_EMAIL and gets no mail. A repetition too soon is EMAIL_COOLDOWN with
 * `Retry-After`.
 */
export const postEmail = route({
  method: 'POST',
  path: '/v1/signin/email',
  query: v.strictObject(projectQuery),
  // The address is only bounded here: one that is none has a refusal of its own.
  body: v.strictObject({ email: v.pipe(v.string(), v.maxLength(1_024)), key: thumbprint }),
  response: v.object({
    flow: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,64}$/)),
    /** The services' clock, by which the proof of the next call is dated (F38); those of before do not say it. */
    issuedAt: v.optional(time),
    expiresAt: time,
  }),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE', 'INVALID_EMAIL', 'EMAIL_COOLDOWN'],
})

/**
 * POST /v1/signin/email/verify: returns a proof of the address for its code, valid for 10 minutes. The key that
 * requested the code has three tries. Wrong, expired, used and unknown codes are all EMAIL_CODE_INVALID (T38).
 */
export const postEmailCode = route({
  method: 'POST',
  path: '/v1/signin/email/verify',
  query: v.strictObject(projectQuery),
  body: v.strictObject({
    flow: v.pipe(v.string(), v.maxLength(64)),
    code: v.pipe(v.string(), v.regex(/^\d{8}$/)),
    key: thumbprint,
  }),
  response: v.object({ emailProof, email: emailAddress }),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE', 'EMAIL_CODE_INVALID'],
})
