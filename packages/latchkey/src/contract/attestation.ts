/** Where a message of a page was made, as the services saw it: what a wallet learns about the requesting page (T94; docs/decisions/016). */
import * as v from 'valibot'
import { isOrigin } from './origins.ts'
import { projectErrors, projectIdSchema, projectQuery, route } from './route.ts'

/** The lifetime of an attestation, in seconds. */
export const attestationLifetime = 300

const messageId = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** The claims of an attestation. It never marks an origin as a scam, because the services keep no such list. */
export const attestationClaimsSchema = v.object({
  /**
   * SHA-256 of the message as it is published, as hex: it vouches for this one and for no other. Not `id`: wallets that
   * know their vendor's key alone look at nothing further without it, and else wait for that key, some for ever.
   */
  sub: messageId,
  /** The page that asked, by its browser's word. */
  origin: v.pipe(
    v.string(),
    v.check(text => isOrigin(text)),
  ),
  /** Seconds since 1970. */
  iat: seconds,
  exp: seconds,
  /** The project has this origin on its list. */
  isVerified: v.literal(true),
})

/** The claims of an attestation. */
export type AttestationClaims = v.InferOutput<typeof attestationClaimsSchema>

/**
 * POST /attestation: signs, for a wallet, that a message was made by the page that asks. Returns a JWT (ES256) over the
 * page's origin and the message's id, valid for five minutes. The origin is the one that the browser sends. A caller
 * without one, or outside the project's list, is refused (403, APKT002).
 */
export const postAttestation = route({
  method: 'POST',
  path: '/attestation',
  query: v.strictObject(projectQuery),
  body: v.strictObject({ id: messageId }),
  response: v.object({ attestation: v.pipe(v.string(), v.maxLength(8_192)) }),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE'],
})

/** 32 bytes as unpadded base64url. */
const coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** A P-256 public key as a JWK (RFC 7517). */
export const attestationKeySchema = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: coordinate,
  y: coordinate,
  /** Its thumbprint (RFC 7638), which the header of an attestation names. */
  kid: coordinate,
})

/** A P-256 public key as a JWK (RFC 7517), with which wallets verify attestations. */
export type AttestationKey = v.InferOutput<typeof attestationKeySchema>

/**
 * GET /attestation/key: returns the key with which wallets verify attestations. Any wallet may read it, of any project.
 * A wallet that meets another `kid` fetches it again.
 */
export const getAttestationKey = route({
  method: 'GET',
  path: '/attestation/key',
  query: v.strictObject({ ...projectQuery, projectId: v.optional(projectIdSchema) }),
  response: v.object({ publicKey: attestationKeySchema }),
  errors: ['APKT010', 'REQUEST_INVALID'],
})
