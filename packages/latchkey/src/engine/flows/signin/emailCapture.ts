import type { Machine } from '../../base/machine.ts'
import type { EmailEvent, EmailState } from './emailTransition.ts'

/** Proving an email address by a code of 8 digits, before the signature (SPEC-NOTES §1 "Email capture"). */
export interface EmailCapture {
  readonly machine: Machine<EmailState, EmailEvent>
  /** What the sign-in call takes; absent until an address was proven, and once it is too old. */
  readonly proof: string | undefined
  /** Addresses proven here before, the last one first. */
  recent(): Promise<readonly string[]>
  /** Has a code sent to an address; a text that is no address is reported, and nothing is sent (APKTW002). */
  send(address: string): void
  /** The code once more, to the same address. */
  resend(): void
  /** Tries a code; the address is proven with the right one. */
  verify(code: string): void
  /** Another address. */
  restart(): void
}
