/** The wallet's side of attestations (T94). */
import * as v from 'valibot'
import { type AttestationKey, attestationClaimsSchema, attestationLifetime } from './attestation.ts'

const headerSchema = v.object({ alg: v.literal('ES256'), kid: v.pipe(v.string(), v.maxLength(64)) })
const longest = 8_192
/** Seconds by which clocks may differ. */
const leeway = 120

/** What an attestation is verified against. */
export interface AttestationRules {
  /** SHA-256 of the message as it came, as hex. */
  readonly id: string
  /** The services' key of this name: `GET /attestation/key`, and never one that came with the message. */
  key(kid: string): Promise<AttestationKey | undefined>
  /** Milliseconds since 1970, by the relay's clock. */
  readonly now: number
}

/**
 * Returns the origin that an attestation proves. Undefined when it is malformed, forged, expired, for another message
 * or by another key. Needs WebCrypto and throws nothing.
 */
export async function verifyAttestation(
  token: unknown,
  rules: AttestationRules,
): Promise<string | undefined> {
  if (typeof token !== 'string' || token.length > longest) return undefined
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  if (more.length > 0) return undefined
  try {
    // What it says of its own algorithm only has to be what we would have taken anyway.
    const { kid } = v.parse(headerSchema, JSON.parse(toText(header)))
    const { sub, origin, iat, exp } = v.parse(attestationClaimsSchema, JSON.parse(toText(payload)))
    const now = rules.now / 1_000
    if (sub !== rules.id || exp <= now || iat > now + leeway || exp - iat > attestationLifetime)
      return undefined
    const key = await rules.key(kid)
    if (key?.kid !== kid) return undefined
    const { kty, crv, x, y } = key
    const curve = { name: 'ECDSA', namedCurve: 'P-256' }
    const opened = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, false, ['verify'])
    const isSigned = await crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      opened,
      toBytes(signature),
      new TextEncoder().encode(`${header}.${payload}`),
    )
    return isSigned ? origin : undefined
  } catch {
    return undefined
  }
}

function toText(base64url: string): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(toBytes(base64url))
}

/** @throws Error for text that is no base64url. */
function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]+$/.test(base64url)) throw new TypeError('No base64url')
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, character => character.charCodeAt(0))
}
