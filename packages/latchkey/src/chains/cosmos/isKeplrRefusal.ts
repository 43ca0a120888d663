import { isRefused, type WalletFailure } from '../foreign/toWalletError.ts'

/** Whether a wallet says that the visitor refused: by its number, or in the words of Keplr and those that follow it. */
export function isKeplrRefusal(failure: WalletFailure): boolean {
  return (
    isRefused(failure) ||
    /^(?:request rejected|user rejected|rejected by (?:the )?user)/i.test(failure.message ?? '')
  )
}
