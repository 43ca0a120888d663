import { type AttestationKey, type RelayMessage, verifyAttestation } from 'latchkey/pairing'
import type { PhoneWorld } from './phoneWorld.ts'

/** The verification of the requesting site, beyond its own claims (T94). */
export type Verification =
  /** Nothing about the site is verified. */
  | { readonly validation: 'UNKNOWN' }
  /** The services vouch for this origin: the one that it says it is at, or another one. */
  | { readonly validation: 'VALID' | 'INVALID'; readonly origin: string }

/** Returns the services' attestation key of a name; undefined when it cannot be fetched. */
export type FindAttestationKey = (kid: string) => Promise<AttestationKey | undefined>

export const unknown: Verification = Object.freeze({ validation: 'UNKNOWN' })

/** Milliseconds that a question waits for a key. */
const patience = 3_000

/** Checks what came with a message. The origin that is vouched for, or undefined. */
export async function attestedOrigin(
  world: Pick<PhoneWorld, 'options' | 'transport' | 'after'>,
  { message, attestation }: RelayMessage,
): Promise<string | undefined> {
  const { attestationKey } = world.options
  if (attestation === undefined || attestationKey === undefined) return undefined
  const { crypto, link } = world.transport
  const id = await crypto.digestOf(message)
  const late = new Promise<undefined>(resolve => world.after(patience, () => resolve(undefined)))
  const checked = verifyAttestation(attestation, { id, key: attestationKey, now: link.serverNow() })
  return Promise.race([checked, late])
}

/** Compares the attested origin with the claimed one. */
export function verify(origin: string | undefined, claimed: string | undefined): Verification {
  if (origin === undefined) return unknown
  const own = claimed !== undefined && URL.canParse(claimed) ? new URL(claimed).origin : undefined
  return { validation: own === origin ? 'VALID' : 'INVALID', origin }
}
