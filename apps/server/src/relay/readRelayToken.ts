import { createPublicKey, verify } from 'node:crypto'
import { type RelayRefusal, relayLimits } from 'latchkey/services'
import * as v from 'valibot'

export type TokenVerdict =
  | { readonly clientId: string }
  | { readonly refusal: RelayRefusal; readonly detail?: string }

const longestToken = 4_096
const headerSchema = v.object({ alg: v.literal('EdDSA'), typ: v.literal('JWT') })
const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const claimsSchema = v.object({
  iss: v.pipe(v.string(), v.maxLength(128)),
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  aud: v.pipe(v.string(), v.minLength(1), v.maxLength(2_048)),
  iat: seconds,
  exp: v.optional(seconds),
})

const didPrefix = 'did:key:'

/** A token taken apart and not believed yet: limits count its client before a signature is computed. */
export interface ReadToken {
  readonly clientId: string
  /** @param now Milliseconds since 1970. */
  check(options: { readonly now: number; readonly isAudience: (aud: string) => boolean }): TokenVerdict
}

/** Takes a client's token apart: header {alg: EdDSA, typ: JWT}, claims iss (did:key), sub, aud, iat, exp. */
export function readRelayToken(token: string): ReadToken | undefined {
  if (token.length > longestToken) return undefined
  const parts = token.split('.')
  const [head, body, signature] = parts
  if (parts.length !== 3 || head === undefined || body === undefined || signature === undefined)
    return undefined
  const claims = v.safeParse(claimsSchema, decodeJson(body))
  if (!claims.success || !v.is(headerSchema, decodeJson(head))) return undefined
  const { iss, aud, iat, exp } = claims.output
  if (!iss.startsWith(didPrefix)) return undefined
  const clientId = iss.slice(didPrefix.length)
  const key = publicKeyOf(clientId)
  const signed = decodeBase64(signature)
  if (key === undefined || signed?.byteLength !== 64) return undefined

  return {
    clientId,
    check({ now, isAudience }) {
      const spki = Buffer.concat([spkiHead, key])
      const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
      const isSigned = verify(null, Buffer.from(`${head}.${body}`), publicKey, signed)
      if (!isSigned) return { refusal: 'tokenInvalid' }
      if (!isAudience(aud)) return { refusal: 'audience' }
      const leeway = relayLimits.clockLeeway
      const time = Math.floor(now / 1_000)
      const tail = `, time_leeway: ${leeway}`
      if (exp !== undefined && time - leeway > exp)
        return {
          refusal: 'tokenExpired',
          detail: `: basic.exp: ${exp}, now - time_leeway: ${time - leeway}${tail}`,
        }
      if (time + leeway < iat)
        return {
          refusal: 'tokenEarly',
          detail: `: basic.iat: ${iat}, now + time_leeway: ${time + leeway}${tail}`,
        }
      return { clientId }
    },
  }
}

/** SubjectPublicKeyInfo of Ed25519 up to the key. */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex')
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The 32 bytes behind `z6Mk…`: base58btc of 0xed 0x01 and the key. */
function publicKeyOf(clientId: string): Buffer | undefined {
  if (!/^z[1-9A-HJ-NP-Za-km-z]{46,48}$/.test(clientId)) return undefined
  let value = 0n
  for (const letter of clientId.slice(1)) value = value * 58n + BigInt(letters.indexOf(letter))
  const hex = value.toString(16)
  // A leading 0xed leaves no zeros in front.
  return hex.length === 68 && hex.startsWith('ed01') ? Buffer.from(hex.slice(4), 'hex') : undefined
}

function decodeBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9_-]*$/.test(text) ? Buffer.from(text, 'base64url') : undefined
}

function decodeJson(text: string): unknown {
  const bytes = decodeBase64(text)
  if (bytes === undefined) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
