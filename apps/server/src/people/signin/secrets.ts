import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/** The secrets derived from the folder's key, besides signing: one for each kind, and none reveals another. */
export interface SignInSecrets {
  readonly nonces: Uint8Array
  /** Pepper of the codes. */
  readonly codes: Uint8Array
  /** Turns addresses of people and clients into names that mean nothing elsewhere. */
  readonly people: Uint8Array
  /** Binds logins by way of a provider to what they began with. */
  readonly social: Uint8Array
}

export function deriveSecrets(key: KeyObject): SignInSecrets {
  const bytes = key.export({ format: 'der', type: 'pkcs8' })
  const derive = (purpose: string) =>
    createHmac('sha256', bytes).update(`latchkey sign-in ${purpose}`).digest()
  return {
    nonces: derive('nonces'),
    codes: derive('codes'),
    people: derive('people'),
    social: derive('social'),
  }
}

/** A keyed digest of several texts, none of which can pass for a part of another. */
export function macOf(secret: Uint8Array, ...texts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(texts)).digest('base64url')
}

/** A digest of an unguessable text: 256 random bits, or a signed token. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** In a time that says nothing of where two texts differ. */
export function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
