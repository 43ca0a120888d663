import { type CaipNetworkId, namespaceOf } from '../contract/caip.ts'
import type { SignInMessage } from '../contract/signInMessage.ts'
import { checkSignInMessage, type ExpectedSignIn } from './checkSignInMessage.ts'
import type { SignInFormats } from './formatOf.ts'
import { signInNamespaceOf } from './namespaces/signInNamespaces.ts'
import type { SignInRefusal } from './refusal.ts'

/** The server's own RPC URLs by chain, for contract accounts; GraphQL URLs for sui, for zkLogin. A URL that came with a request is never used (T30). */
export type SignInRpc = Readonly<Record<CaipNetworkId, string | readonly string[]>>

/** A signed message to verify, and what it must contain. */
export interface SignInClaim {
  /** The exact text that was signed. */
  readonly message: string
  /** 0x hex for eip155; base58 (or base64) for solana, of a memo transaction `memo-transaction:` and base58; hex for stacks; base64 for sui. */
  readonly signature: string
  readonly expected: ExpectedSignIn
  /**
   * Whether a signature counts that is of a memo transaction with the text, for solana accounts on devices that sign
   * transactions only. Default false: wallets do not compare such a text with the page that asks.
   */
  readonly acceptTransactions?: boolean
  /** Without the chain's entry only signatures of plain keys are taken. */
  readonly rpc?: SignInRpc
  /** How many RPCs of a chain have to agree on a contract account's word. Default 1. */
  readonly quorum?: number
  /** Formats of cosmos, polkadot and bip122 chains that `latchkey/networks` does not have; its own are known. */
  readonly formats?: SignInFormats
  readonly fetch?: typeof fetch
}

/** The result of `verifySignIn`: the account and the signer, or the reason of the refusal. */
export type SignInVerdict =
  | {
      readonly valid: true
      readonly message: SignInMessage
      readonly chainId: CaipNetworkId
      /** EIP-55 for eip155. */
      readonly address: string
      /** By whom: the address's own key (or keys), or the contract there; the chain, for zkLogin of sui. */
      readonly signedBy: 'key' | 'contract'
    }
  | { readonly valid: false; readonly refusal: SignInRefusal }

/**
 * Verifies a sign-in message and its signature (SPEC §4 "Sign-in flow", T24–T31). It does not consume the nonce: do
 * that first. It throws nothing. `refusal` is for your log; tell the client only that it failed.
 */
export async function verifySignIn(claim: SignInClaim): Promise<SignInVerdict> {
  const checked = checkSignInMessage(claim.message, claim.expected, claim.formats)
  if ('refusal' in checked) return { valid: false, refusal: checked.refusal }
  const { message, address } = checked
  const { chainId } = message
  const result = (await signInNamespaceOf(namespaceOf(chainId))?.verify(claim, checked)) ?? 'unsupported'
  return result === 'key' || result === 'contract'
    ? { valid: true, message, chainId, address, signedBy: result }
    : { valid: false, refusal: result }
}
