import type { NetworkFormat } from '../../contract/network.ts'
import type { CheckedSignIn } from '../checkSignInMessage.ts'
import type { SignInRefusal } from '../refusal.ts'
import type { SignInClaim } from '../verifySignIn.ts'

/** The signer of a message, or the reason of its refusal. */
export type SignInResult = 'key' | 'contract' | SignInRefusal

/** What the server knows of the accounts of one namespace. */
export interface SignInNamespace {
  /** What has to be known of a chain's format: without it, every sign-in on the chain is refused as `unknown-network`. */
  readonly needs?: readonly (keyof NetworkFormat)[]
  /**
   * The address as it is to be compared and shown; undefined for a text that is none, or none of the chain with this
   * format and CAIP-2 reference.
   */
  parseAddress(text: string, format: NetworkFormat, reference: string): string | undefined
  /** Whether the account signed the text; throws nothing. */
  verify(claim: SignInClaim, checked: CheckedSignIn): SignInResult | Promise<SignInResult>
}
