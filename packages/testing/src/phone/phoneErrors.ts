import { sessionErrors } from 'latchkey/pairing'
import { providerError, walletErrors } from '../evm/providerError.ts'

/** The errors of a phone: like those of other wallets, but for the number of the pairing protocol when the visitor says no. */
export const phoneErrors: typeof walletErrors = {
  ...walletErrors,
  rejected: message =>
    providerError(sessionErrors.userRejected.code, message ?? sessionErrors.userRejected.message),
}
