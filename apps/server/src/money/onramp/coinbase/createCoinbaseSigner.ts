import { createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Seconds for which a token counts; Coinbase takes two minutes at most. */
const lifetime = 120

/** Signs a request to Coinbase Developer Platform: a token for this method, host and path alone. */
export type SignCoinbase = (request: {
  readonly method: 'GET' | 'POST'
  readonly host: string
  /** Without a query. */
  readonly path: string
}) => string

/**
 * Creates what signs requests (docs.cdp.coinbase.com, "JWT Authentication"): EdDSA with an Ed25519 key as 64 bytes of base64, ES256 with an EC key as PEM,
 * whose lines may be joined by a written `\n`.
 * @throws TypeError for another key; it never has the key in its message
 */
export function createCoinbaseSigner(options: {
  readonly keyId: string
  readonly keySecret: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}): SignCoinbase {
  const { keyId, keySecret, now } = options
  const { key, algorithm } = readKey(keySecret)
  return ({ method, host, path }) => {
    const seconds = Math.floor(now() / 1_000)
    const header = { alg: algorithm, kid: keyId, typ: 'JWT', nonce: randomBytes(16).toString('hex') }
    const claims = {
      sub: keyId,
      iss: 'cdp',
      uris: [`${method} ${host}${path}`],
      iat: seconds,
      nbf: seconds,
      exp: seconds + lifetime,
    }
    const signed = [header, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    const text = Buffer.from(signed.join('.'))
    const signature =
      algorithm === 'EdDSA' ? sign(null, text, key) : sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' })
    return [...signed, signature.toString('base64url')].join('.')
  }
}

function readKey(secret: string): { readonly key: KeyObject; readonly algorithm: 'EdDSA' | 'ES256' } {
  const refusal = 'must be an Ed25519 key of 64 bytes in base64, or an EC key of P-256 in PEM'
  const text = secret.replaceAll('\\n', '\n').trim()
  if (!text.startsWith('-----')) {
    const bytes = Buffer.from(text, 'base64')
    if (bytes.length !== 64 || bytes.toString('base64') !== text) throw new TypeError(refusal)
    const half = (from: number) => bytes.subarray(from, from + 32).toString('base64url')
    const key = { kty: 'OKP', crv: 'Ed25519', d: half(0), x: half(32) }
    return { key: createPrivateKey({ key, format: 'jwk' }), algorithm: 'EdDSA' }
  }
  let key: KeyObject
  try {
    key = createPrivateKey(text)
  } catch {
    throw new TypeError(refusal)
  }
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new TypeError(refusal)
  return { key, algorithm: 'ES256' }
}
