import type { LatchkeyError } from '../../contract/error.ts'
import {
  type FallbackCode,
  isRefused,
  isUnauthorized,
  readFailure,
  toWalletError,
} from '../foreign/toWalletError.ts'
import { isRefusalInWords } from '../standard/isRefusalInWords.ts'

/** Invalid input (EIP-1474): the wallet found fault with a sign-in text, such as its domain, and showed the visitor nothing. */
export const refusedTextCode = -32000

/** Makes our error of a value that a wallet threw; a number, where it has one, decides. */
export function toSolanaError(cause: unknown, fallback: FallbackCode): LatchkeyError {
  return toWalletError(cause, fallback, isRefusalInWords)
}

/** Whether a wallet that was asked silently says that the page is none that it knows; many say it as a refusal. */
export function isStranger(cause: unknown): boolean {
  const failure = readFailure(cause)
  return isUnauthorized(cause) || isRefused(failure) || isRefusalInWords(failure)
}
