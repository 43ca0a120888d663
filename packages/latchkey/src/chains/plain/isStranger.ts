import { isRefused, isUnauthorized, readFailure, type WalletFailure } from '../foreign/toWalletError.ts'

/** Whether a wallet that was asked silently says that the page is none that it knows; many say it as a refusal. */
export function isStranger(cause: unknown, isRefusal: (failure: WalletFailure) => boolean): boolean {
  const failure = readFailure(cause)
  return isUnauthorized(cause) || isRefused(failure) || isRefusal(failure)
}
