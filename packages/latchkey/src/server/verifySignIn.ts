import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { parseBase58 } from '../contract/base58.ts'
import { type CaipNetworkId, namespaceOf } from '../contract/caip.ts'
import type { SignInMessage } from '../contract/signInMessage.ts'
import { type CheckedSignIn, checkSignInMessage, type ExpectedSignIn } from './checkSignInMessage.ts'
import { personalHash, recoverSigner } from './recoverSigner.ts'
import type { SignInRefusal } from './refusal.ts'
import { verifyContractSignature } from './verifyContractSignature.ts'

/** Bytes of a signature, wrapped account and all (T29). */
const longestSignature = 16_384
/** Milliseconds that a contract account may take to answer, all RPCs together (T29). */
const patience = 3_000

/** The server's own RPC URLs by chain, for contract accounts. A URL that came with a request is never used (T30). */
export type SignInRpc = Readonly<Record<CaipNetworkId, string | readonly string[]>>

/** A signed message to verify, and what it must contain. */
export interface SignInClaim {
  /** The exact text that was signed. */
  readonly message: string
  /** 0x hex for eip155; base58 (or base64) for solana. */
  readonly signature: string
  readonly expected: ExpectedSignIn
  /** Without the chain's entry only signatures of plain keys are taken. */
  readonly rpc?: SignInRpc
  /** How many RPCs of a chain have to agree on a contract account's word. Default 1. */
  readonly quorum?: number
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
      /** By whom: the address's own key, or the contract there. */
      readonly signedBy: 'key' | 'contract'
    }
  | { readonly valid: false; readonly refusal: SignInRefusal }

/**
 * Verifies a sign-in message and its signature (SPEC §4 "Sign-in flow", T24–T31). It does not consume the nonce: do
 * that first. It throws nothing. `refusal` is for your log; tell the client only that it failed.
 */
export async function verifySignIn(claim: SignInClaim): Promise<SignInVerdict> {
  const checked = checkSignInMessage(claim.message, claim.expected)
  if ('refusal' in checked) return { valid: false, refusal: checked.refusal }
  const { message, address } = checked
  const { chainId } = message
  const namespace = namespaceOf(chainId)
  const result =
    namespace === 'eip155'
      ? await verifyEvm(claim, checked)
      : namespace === 'solana'
        ? verifySolana(claim, address)
        : 'unsupported'
  return result === 'key' || result === 'contract'
    ? { valid: true, message, chainId, address, signedBy: result }
    : { valid: false, refusal: result }
}

type Result = 'key' | 'contract' | SignInRefusal

async function verifyEvm(claim: SignInClaim, { message, address }: CheckedSignIn): Promise<Result> {
  const { signature: text, rpc, quorum = 1 } = claim
  if (typeof text !== 'string' || text.length > 2 + 2 * longestSignature) return 'signature'
  if (!/^0x(?:[0-9a-fA-F]{2})+$/.test(text)) return 'signature'
  const signature = hexToBytes(text.slice(2))
  const hash = personalHash(claim.message)
  // An account that has delegated to code still has its key (EIP-7702), so that the key goes first.
  if (recoverSigner(hash, signature) === address.toLowerCase()) return 'key'
  const urls = rpc && Object.hasOwn(rpc, message.chainId) ? rpc[message.chainId] : undefined
  if (urls === undefined || urls.length === 0) return 'signature'
  const answer = await verifyContractSignature(
    // One that is listed twice has one word.
    { urls: typeof urls === 'string' ? [urls] : [...new Set(urls)], quorum, address, hash, signature },
    { fetch: claim.fetch ?? fetch, signal: AbortSignal.timeout(patience) },
  )
  return answer === 'valid' ? 'contract' : answer === 'invalid' ? 'signature' : 'unreachable'
}

function verifySolana({ message, signature: text }: SignInClaim, address: string): Result {
  const signature = typeof text === 'string' ? (parseBase58(text, 64) ?? parseBase64(text)) : undefined
  const key = parseBase58(address, 32)
  if (!signature || !key) return 'signature'
  try {
    return ed25519.verify(signature, utf8ToBytes(message), key, { zip215: false }) ? 'key' : 'signature'
  } catch {
    return 'signature'
  }
}

/** 64 bytes as base64 have 88 characters, two of them padding: no base58 text looks like that. */
function parseBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]{86}==$/.test(text)) return undefined
  return Uint8Array.from(atob(text), character => character.charCodeAt(0))
}
