import { digest } from '../crypto/digest.ts'
import { loadCurves } from '../crypto/loadFallback.ts'
import { encodeBase64Url } from '../envelope/base64.ts'
import type { Identity } from './createIdentity.ts'
import { formatDidKey } from './formatDidKey.ts'

/**
 * Seconds. A token counts at the handshake alone, and a short one betrays a clock that is behind: the relay refuses it and
 * says the time. With a day's, such a page would be let in and show codes that wallets find too old (F38).
 */
const lifetime = 60

export interface RelayJwtOptions {
  readonly identity: Identity
  /** The relay's URL as configured. */
  readonly aud: string
  /** 64 hex characters, the same for every connection of one page. */
  readonly sub: string
  /** The relay's clock, in ms since the epoch (F38). */
  readonly now: number
  readonly subtle?: SubtleCrypto | undefined
}

/** Signs the token by which the relay lets a client in; valid for a minute (relay.md §1.2). @throws CHUNK_FAILED. */
export async function signRelayJwt(options: RelayJwtOptions): Promise<string> {
  const { identity, aud, sub } = options
  const iat = Math.floor(options.now / 1000)
  const claims = { iss: formatDidKey(identity.publicKey), sub, aud, iat, exp: iat + lifetime }
  const text = [{ alg: 'EdDSA', typ: 'JWT' }, claims]
    .map(part => encodeBase64Url(new TextEncoder().encode(JSON.stringify(part))))
    .join('.')
  return `${text}.${encodeBase64Url(await sign(identity, new TextEncoder().encode(text), options.subtle))}`
}

async function sign(
  { secret }: Identity,
  message: Uint8Array<ArrayBuffer>,
  subtle: SubtleCrypto | undefined,
): Promise<Uint8Array> {
  if (secret instanceof Uint8Array) {
    const curves = await loadCurves()
    return curves.sign(secret, message, bytes => digest('SHA-512', bytes, subtle))
  }
  if (!subtle) throw new Error('The key needs WebCrypto')
  return new Uint8Array(await subtle.sign('Ed25519', secret, message))
}
