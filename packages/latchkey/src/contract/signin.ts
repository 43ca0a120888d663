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

/** EIP-4361's alphabet; from 22 characters on it holds the 128 bits that T23 asks for. */
export const nonceSchema = v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{22,128}$/))

/** Characters of a signature that anybody reads: 16 KB as hex, wrapped account and all (T29). */
export const longestSignInSignature = 2 + 2 * 16_384

const time = v.pipe(v.string(), v.isoTimestamp())
const address = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
/** RFC 7638 thumbprint of the page's key. */
const thumbprint = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
/** As the services read it; which letters an address may have is theirs to say. */
const emailAddress = v.pipe(v.string(), v.minLength(3), v.maxLength(254))
const emailProof = v.pipe(v.string(), v.maxLength(2_048))
const token = v.pipe(v.string(), v.maxLength(4_096))

/** GET /v1/signin/nonce: one sign-in's nonce, good for 5 minutes and for whoever holds the key (T23). Never cached. */
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

/** Who is signed in where, for how long. */
export const signInSessionSchema = v.object({
  address,
  chainId: caipNetworkIdSchema,
  /** The email address that was proven before, if any. */
  email: v.nullable(emailAddress),
  issuedAt: time,
  expiresAt: time,
})

export type SignInSession = v.InferOutput<typeof signInSessionSchema>

/**
 * POST /v1/signin/verify (SPEC §7 "Session"): a session for an account on one chain, or SIGN_IN_INVALID (401) whatever was
 * wrong. The token is good for 10 minutes, and only with proofs by the nonce's key (T32). The fields have to be those of
 * the text. An embedded wallet's session is stored by the same call.
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

/** GET /v1/signin/session: whose session the token (`Authorization: DPoP …`) is, with a fresh token while it is used. */
export const getSignInSession = route({
  method: 'GET',
  path: '/v1/signin/session',
  query: v.strictObject(projectQuery),
  response: v.object({ token, session: signInSessionSchema }),
  errors: [...projectErrors, 'SIGN_IN_INVALID'],
})

/** Sessions of one key that are taken up again at once. */
export const mostResumedSessions = 20

/**
 * POST /v1/signin/resume: the sessions of the key that the proof is by, made from the page that asks, each with a fresh
 * token; the newest first, one an account and chain. A page that is loaded anew has its key and no token (T32): it goes on
 * for 7 days after a session was last used, 30 days after it began (T56). None is no refusal.
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
 * POST /v1/signin/email (SPEC §5): sends a code of 8 digits to an address, with the same answer for every address (T41).
 * What is no address is INVALID_EMAIL and sends nothing; too soon after the last one is EMAIL_COOLDOWN with `Retry-After`.
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
 * POST /v1/signin/email/verify: a proof of the address, 10 minutes long, for its code. There are three tries, by the key
 * that asked; wrong, expired, used and unknown are all EMAIL_CODE_INVALID (T38).
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
