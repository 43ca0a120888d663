/** What peers send inside envelopes. Unknown members are dropped; texts that are shown are made harmless by `cleanMetadata`. */
import * as v from 'valibot'
import { askedNamespacesSchema, settledNamespacesSchema } from '../namespaces/wireNamespaces.schema.ts'

const hexKey = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i), v.toLowerCase())
/** Seconds since the epoch, up to the year 9999. */
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(253_402_300_799))
const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest))
const word = text(128)
/** JSON that is passed on as it is; the envelope bounds its size. */
const chainId = v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))

const party = v.object({ publicKey: hexKey, metadata: v.optional(v.unknown()) })

export const proposeAnswerSchema = v.object({ responderPublicKey: hexKey })

export const settleSchema = v.object({
  controller: party,
  namespaces: settledNamespacesSchema,
  expiry: seconds,
  sessionProperties: v.optional(v.unknown()),
  sessionConfig: v.nullish(v.object({ disableDeepLink: v.nullish(v.boolean()) })),
  proposalRequestsResponses: v.nullish(
    v.object({ authentication: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(64))) }),
  ),
})

export const updateSchema = v.object({ namespaces: settledNamespacesSchema })

/** Newer wallets say until when; older ones mean seven more days. */
export const extendSchema = v.nullish(v.object({ expiry: v.nullish(seconds) }))

export const eventSchema = v.object({
  event: v.object({ name: word, data: v.optional(v.unknown()) }),
  chainId,
})

/** Why a session or a pairing ends, in the peer's words. */
export const endSchema = v.object({
  code: v.fallback(v.pipe(v.number(), v.integer()), 6000),
  message: v.fallback(v.string(), ''),
})

export const authPayloadSchema = v.object({
  type: v.nullish(word),
  chains: v.pipe(v.array(chainId), v.minLength(1), v.maxLength(64)),
  domain: text(256),
  aud: text(2_048),
  nonce: text(256),
  version: v.optional(word, '1'),
  iat: text(64),
  statement: v.nullish(text(4_096)),
  nbf: v.nullish(text(64)),
  exp: v.nullish(text(64)),
  requestId: v.nullish(text(256)),
  resources: v.nullish(v.pipe(v.array(text(16_384)), v.maxLength(64))),
})
/** The sign-in fields of a one-click sign-in request. */
export type AuthPayload = v.InferOutput<typeof authPayloadSchema>

/** Wallet side: a proposal. */
export const proposeSchema = v.object({
  requiredNamespaces: v.optional(askedNamespacesSchema, {}),
  optionalNamespaces: v.optional(askedNamespacesSchema, {}),
  proposer: party,
  expiryTimestamp: v.nullish(seconds),
  requests: v.nullish(
    v.object({ authentication: v.nullish(v.pipe(v.array(authPayloadSchema), v.maxLength(8))) }),
  ),
})

/** Wallet side: a request of a session. */
export const requestSchema = v.object({
  request: v.object({ method: word, params: v.optional(v.unknown()), expiryTimestamp: v.nullish(seconds) }),
  chainId,
})

/** Wallet side: connect and sign-in in one. */
export const authenticateSchema = v.object({
  authPayload: authPayloadSchema,
  requester: party,
  expiryTimestamp: v.nullish(seconds),
})

/** One signed statement of the answer (CAIP-74). */
export const cacaoSchema = v.object({
  h: v.object({ t: word }),
  p: v.object({
    iss: text(256),
    domain: text(256),
    aud: text(2_048),
    version: word,
    nonce: text(256),
    iat: text(64),
    statement: v.nullish(text(4_096)),
    nbf: v.nullish(text(64)),
    exp: v.nullish(text(64)),
    requestId: v.nullish(text(256)),
    resources: v.nullish(v.pipe(v.array(text(16_384)), v.maxLength(64))),
  }),
  s: v.object({ t: word, s: text(65_536) }),
})
/** A signed sign-in message (CAIP-74). */
export type Cacao = v.InferOutput<typeof cacaoSchema>

export const authenticateAnswerSchema = v.object({
  cacaos: v.pipe(v.array(cacaoSchema), v.minLength(1), v.maxLength(64)),
  responder: party,
})
