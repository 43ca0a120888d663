import type { WalletFailure } from '../foreign/toWalletError.ts'

/** How wallets of the standard say that the visitor refused, where they throw an error without a number. */
const refusal =
  /\b(?:user|request)\b.{0,20}\b(?:reject|refus|declin|denied|cancel|clos)|\breject(?:ed|ion)? (?:by|from|the request)/i

/** Whether a wallet says by its words that the visitor refused; a number, where it has one, decides. */
export function isRefusalInWords({ code, message }: WalletFailure): boolean {
  return code === undefined && refusal.test(message ?? '')
}
