import type { KnownAccount, KnownBalance } from './projectState.ts'

/** What the projection says of accounts beside their connection, by CAIP-10 address. */
export function knownAccounts(
  balances: Readonly<Record<string, KnownBalance>>,
  others: Readonly<Record<string, KnownAccount>>,
): Readonly<Record<string, KnownAccount>> {
  const known = { ...others }
  for (const [caip10, { amount, symbol }] of Object.entries(balances)) {
    known[caip10] = { ...known[caip10], balance: amount, balanceSymbol: symbol }
  }
  return known
}
