import { toDecimalString } from '../../../contract/amount.ts'
import type { TokenBalance } from '../../../contract/balance.ts'
import type { Portfolio, Token } from './tokens.ts'

/** Sorts by value, then tokens without a price by name, and adds up the known values. */
export function toPortfolio(tokens: readonly Token[], currency: string, at: number): Portfolio {
  const sorted = [...tokens].sort(
    (a, b) =>
      (b.value ?? -1) - (a.value ?? -1) ||
      compare(a.name.toLowerCase(), b.name.toLowerCase()) ||
      compare(a.key, b.key),
  )
  const values = sorted.flatMap(({ value }) => (value === undefined ? [] : [value]))
  return {
    tokens: sorted,
    ...(values.length > 0 && { total: values.reduce((sum, value) => sum + value, 0) }),
    currency: currency.toUpperCase(),
    at,
  }
}

/** A holding as hosts read it: JSON-safe, unknown values are null (SPEC §3 "Token balance"). */
export function toTokenBalance(token: Token): TokenBalance {
  const { name, symbol, caipNetworkId, address, amount, price, value, iconUrl } = token
  return {
    name,
    symbol,
    chainId: caipNetworkId,
    ...(address !== undefined && { address }),
    value: value ?? null,
    price: price ?? null,
    quantity: { decimals: String(amount.decimals), numeric: toDecimalString(amount) },
    iconUrl: iconUrl ?? null,
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
