import type { TokenBalance } from '../../../contract/balance.ts'
import type { KnownAccount, KnownBalance } from './projectState.ts'

/** What the projection says of accounts beside their connection, by CAIP-10 address. */
export function knownAccounts(
  balances: Readonly<Record<string, KnownBalance>>,
  others: Readonly<Record<string, KnownAccount>>,
  tokens: Readonly<Record<string, readonly TokenBalance[]>> = {},
  signedIn: Readonly<Record<string, boolean>> = {},
): Readonly<Record<string, KnownAccount>> {
  const known = { ...others }
  for (const [caip10, { amount, symbol }] of Object.entries(balances)) {
    known[caip10] = { ...known[caip10], balance: amount, balanceSymbol: symbol }
  }
  for (const [caip10, tokenBalance] of Object.entries(tokens)) {
    known[caip10] = { ...known[caip10], tokenBalance }
  }
  for (const [caip10, isAuthenticated] of Object.entries(signedIn)) {
    known[caip10] = { ...known[caip10], isAuthenticated }
  }
  return known
}
