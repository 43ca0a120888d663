import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { type AttestationClaims, type AttestationKey, attestationLifetime } from 'latchkey/services'

export interface Attester {
  readonly publicKey: AttestationKey
  /** A JWT (ES256) which says that the message of this id was made by a page of this origin. */
  attest(options: { readonly id: string; readonly origin: string }): string
}

export function createAttester(deps: {
  readonly key: KeyObject
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Attester {
  const { key, now } = deps
  const publicKey = describeKey(key)
  const header = encode({ alg: 'ES256', typ: 'JWT', kid: publicKey.kid })
  return {
    publicKey,
    attest({ id, origin }) {
      const iat = Math.floor(now() / 1_000)
      const claims: AttestationClaims = {
        sub: id,
        origin,
        iat,
        exp: iat + attestationLifetime,
        isVerified: true,
      }
      const signed = `${header}.${encode(claims)}`
      // JWTs have both integers of the signature side by side, without ASN.1.
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
      return `${signed}.${signature.toString('base64url')}`
    },
  }
}

function describeKey(key: KeyObject): AttestationKey {
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' })
  const jwk = { crv: 'P-256', kty: 'EC', x, y } as const
  // Its members in the order of the alphabet: the thumbprint of RFC 7638.
  return { ...jwk, kid: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url') }
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
