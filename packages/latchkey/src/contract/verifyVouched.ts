import { type DirectoryCertificate, directoryCertificateText } from './directory.ts'

/** Something that the services' directory key signed, or a key that an offline key vouches for. */
export interface Vouched {
  /** Base64url of its 32 bytes. */
  readonly key: string
  /** Ed25519, base64url. */
  readonly signature: string
  readonly certificate?: DirectoryCertificate
}

/**
 * Returns why a signature of the services is not believed; undefined for a good one. `text` is what it covers.
 * @throws Error where the runtime has no Ed25519.
 */
export async function verifyVouched(
  { key, signature, certificate }: Vouched,
  text: string,
  rules: {
    readonly keys: readonly string[] /** Milliseconds: when a certificate has to be valid. */
    readonly now: number
  },
): Promise<'unknown key' | 'bad signature' | 'expired' | undefined> {
  if (!rules.keys.includes(key)) {
    if (certificate?.key !== key || !rules.keys.includes(certificate.issuer)) return 'unknown key'
    const vouched = directoryCertificateText(certificate)
    if (!(await isSigned(vouched, certificate.signature, certificate.issuer))) return 'bad signature'
    if (certificate.expires <= rules.now) return 'expired'
  }
  return (await isSigned(text, signature, key)) ? undefined : 'bad signature'
}

async function isSigned(text: string, signature: string, key: string): Promise<boolean> {
  const opened = await crypto.subtle.importKey('raw', toBytes(key), 'Ed25519', false, ['verify'])
  return await crypto.subtle.verify('Ed25519', opened, toBytes(signature), new TextEncoder().encode(text))
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, character => character.charCodeAt(0))
}
