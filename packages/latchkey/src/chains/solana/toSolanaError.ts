import type { LatchkeyError } from '../../contract/error.ts'
import {
  type FallbackCode,
  isRefused,
  isUnauthorized,
  readFailure,
  toWalletError,
  type WalletFailure,
} from '../foreign/toWalletError.ts'

/** Invalid input (EIP-1474): the wallet found fault with a sign-in text, such as its domain, and showed the visitor nothing. */
export const refusedTextCode = -32000
/** How wallets of solana say that the visitor refused, where they throw an error without a number. */
const refusal =
  /\b(?:user|request)\b.{0,20}\b(?:reject|refus|declin|denied|cancel|clos)|\breject(?:ed)? (?:by|the request)/i

/** Makes our error of a value that a wallet threw; a number, where it has one, decides. */
export function toSolanaError(cause: unknown, fallback: FallbackCode): LatchkeyError {
  return toWalletError(cause, fallback, saysNo)
}

/** Whether a wallet that was asked silently says that the page is none that it knows; many say it as a refusal. */
export function isStranger(cause: unknown): boolean {
  const failure = readFailure(cause)
  return isUnauthorized(cause) || isRefused(failure) || saysNo(failure)
}

function saysNo({ code, message }: WalletFailure): boolean {
  return code === undefined && refusal.test(message ?? '')
}
