import {
  directoryCertificateText,
  type RegistryHead,
  registryHeadLifetime,
  registryHeadText,
} from '../../../contract/directory.ts'
import type { LatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'

/** Why a directory is not believed; in the context of APKT003. */
export type HeadFault =
  | 'unknown key'
  | 'bad signature'
  | 'expired'
  | 'not yet valid'
  | 'older'
  | 'no Ed25519'
  /** The signed content differs from the received content. */
  | 'unsigned'

export interface HeadRules {
  /** Public keys, base64url: those that sign heads, or the offline key that vouches for them. */
  readonly keys: readonly string[]
  /** The highest version seen of each key. */
  readonly seen: Readonly<Record<string, number>>
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Devices whose clock is behind by days still get a list (F38). */
const skew = 3 * 86_400_000

/**
 * Checks that a head is signed by a trusted key or one that such a key vouches for, in its time, and not older than what
 * was seen before: against tampering, key swaps, freezing and rollback (T98).
 * @throws LatchkeyError APKT003 with the fault as `context.reason`.
 */
export function verifyHead(head: RegistryHead, rules: HeadRules): Promise<void> {
  return verifySigned(head, registryHeadText(head), rules)
}

/** What anything has that the services sign for a time. */
export type Signed = Pick<
  RegistryHead,
  'version' | 'issued' | 'expires' | 'key' | 'signature' | 'certificate'
>

/**
 * The same of anything signed: `text` is what its signature covers.
 * @throws LatchkeyError APKT003 with the fault as `context.reason`.
 */
export async function verifySigned(head: Signed, text: string, rules: HeadRules): Promise<void> {
  const { key, certificate, issued, expires, version } = head
  if (!rules.keys.includes(key)) {
    if (certificate?.key !== key || !rules.keys.includes(certificate.issuer)) throw headFault('unknown key')
    const vouched = directoryCertificateText(certificate)
    if (!(await isSigned(vouched, certificate.signature, certificate.issuer)))
      throw headFault('bad signature')
    if (certificate.expires <= rules.now) throw headFault('expired')
  }
  if (!(await isSigned(text, head.signature, key))) throw headFault('bad signature')
  if (expires <= rules.now || expires <= issued || expires - issued > registryHeadLifetime)
    throw headFault('expired')
  if (issued > rules.now + skew) throw headFault('not yet valid')
  if (version < (Object.hasOwn(rules.seen, key) ? (rules.seen[key] ?? 0) : 0)) throw headFault('older')
}

export function headFault(reason: HeadFault, cause?: unknown): LatchkeyError {
  return createError('APKT003', { context: { reason }, ...(cause !== undefined && { cause }) })
}

async function isSigned(text: string, signature: string, key: string): Promise<boolean> {
  try {
    const opened = await crypto.subtle.importKey('raw', toBytes(key), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', opened, toBytes(signature), new TextEncoder().encode(text))
  } catch (cause) {
    // A browser before 2025, or a page without https: it cannot check the signature, so nothing is believed.
    throw headFault('no Ed25519', cause)
  }
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, character => character.charCodeAt(0))
}
