import { type RegistryHead, registryHeadLifetime, registryHeadText } from '../../../contract/directory.ts'
import type { LatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { verifyVouched } from '../../../contract/verifyVouched.ts'

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
  const { key, issued, expires, version } = head
  const fault = await verifyVouched(head, text, rules).catch((cause: unknown) => {
    // A browser before 2025, or a page without https: it cannot check the signature, so nothing is believed.
    throw headFault('no Ed25519', cause)
  })
  if (fault !== undefined) throw headFault(fault)
  if (expires <= rules.now || expires <= issued || expires - issued > registryHeadLifetime)
    throw headFault('expired')
  if (issued > rules.now + skew) throw headFault('not yet valid')
  if (version < (Object.hasOwn(rules.seen, key) ? (rules.seen[key] ?? 0) : 0)) throw headFault('older')
}

export function headFault(reason: HeadFault, cause?: unknown): LatchkeyError {
  return createError('APKT003', { context: { reason }, ...(cause !== undefined && { cause }) })
}
