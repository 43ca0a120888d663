import * as v from 'valibot'
import type { AppContext } from '../../core/http/appTypes.ts'
import { jose } from '../../core/libraries/jose.ts'
import type { Once } from './createOnce.ts'
import { digestOf } from './secrets.ts'

/** Seconds by which a page's clock may be off. */
const skew = 60
/** Longer than a proof counts, by a clock that was set back in the meantime (F39). */
const remembered = 7_200_000
const longestProof = 2_048

/** Says which key a request was made with, by the proof it carries (DPoP, RFC 9449). */
export interface KeyProofs {
  /**
   * The RFC 7638 thumbprint of the key, or undefined when the proof is none, is for another call, for another token, too
   * old, or was seen before. `token` is the one it has to go with.
   */
  read(c: AppContext, token?: string): Promise<string | undefined>
  /** The same, with what else the proof says: for calls that are for one body, or for one proof. */
  open(c: AppContext, token?: string): Promise<KeyProof | undefined>
}

export interface KeyProof {
  /** As `read` has it. */
  readonly key: string
  /** Names the proof among all proofs. */
  readonly id: string
  /** The claim `bh`: what the body's digest is to be, if it says so. */
  readonly bodyHash: string | undefined
}

const claimsSchema = v.object({
  jti: v.pipe(v.string(), v.minLength(8), v.maxLength(128)),
  htm: v.pipe(v.string(), v.maxLength(10)),
  htu: v.pipe(v.string(), v.maxLength(2_048)),
  iat: v.number(),
  ath: v.optional(v.pipe(v.string(), v.maxLength(64))),
  bh: v.optional(v.pipe(v.string(), v.maxLength(64))),
})
/** A public key on the one curve; a private key is refused (T33). */
const jwkSchema = v.strictObject({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.pipe(v.string(), v.length(43)),
  y: v.pipe(v.string(), v.length(43)),
  // What browsers write when they export a key.
  ext: v.optional(v.boolean()),
  key_ops: v.optional(v.array(v.string())),
  alg: v.optional(v.literal('ES256')),
})
const headerSchema = v.strictObject({ typ: v.literal('dpop+jwt'), alg: v.literal('ES256'), jwk: jwkSchema })

export function createKeyProofs(deps: {
  readonly once: Once
  /** Base URLs of the services; empty: whatever a request names. */
  readonly publicUrls: readonly string[]
  /** Milliseconds since 1970. */
  readonly now: () => number
}): KeyProofs {
  const { once, publicUrls, now } = deps

  return {
    read: async (c, token) => (await openProof(c, token))?.key,
    open: openProof,
  }

  async function openProof(c: AppContext, token?: string): Promise<KeyProof | undefined> {
    const proof = c.req.header('dpop')
    if (proof === undefined || proof.length > longestProof) return undefined
    const opened = await open(proof, now())
    if (opened === undefined) return undefined
    const { claims, key } = opened
    const url = plainUrl(claims.htu)
    if (claims.htm !== c.req.method || url === undefined || !urlsOf(c).includes(url)) return undefined
    if (Math.abs(now() / 1_000 - claims.iat) > skew) return undefined
    if (claims.ath !== (token === undefined ? undefined : digestOf(token))) return undefined
    const id = digestOf(`${key} ${claims.jti}`)
    return (await once.use('key proof', id, remembered)) ? { key, id, bodyHash: claims.bh } : undefined
  }

  function urlsOf(c: AppContext): readonly (string | undefined)[] {
    const { path } = c.req
    if (publicUrls.length > 0) return publicUrls.map(base => plainUrl(base + path))
    const host = c.req.header('host') ?? new URL(c.req.url).host
    return [plainUrl(`http://${host}${path}`), plainUrl(`https://${host}${path}`)]
  }
}

async function open(
  proof: string,
  now: number,
): Promise<{ readonly claims: v.InferOutput<typeof claimsSchema>; readonly key: string } | undefined> {
  const { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } = jose()
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      algorithms: ['ES256'],
      typ: 'dpop+jwt',
      currentDate: new Date(now),
      // Ours to judge: a page's clock may be ahead as well as behind.
      clockTolerance: skew,
    })
    const { jwk } = v.parse(headerSchema, protectedHeader)
    const { kty, crv, x, y } = jwk
    return { claims: v.parse(claimsSchema, payload), key: await calculateJwkThumbprint({ kty, crv, x, y }) }
  } catch {
    return undefined
  }
}

/** Normalizes a URL without query and fragment (RFC 9449 §4.3); undefined for an invalid one. */
function plainUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { origin, pathname } = new URL(text)
  return origin + pathname
}
