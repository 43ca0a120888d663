import { type Amount, parseAmount } from '../../contract/amount.ts'
import { readTypedAmount } from '../../engine/nouns/amounts/readTypedAmount.ts'

/** A typed amount in base units; undefined while it is empty, or no amount. */
export function typedAmount(
  text: string,
  decimals: number | undefined,
  locale: string | undefined,
): Amount | undefined {
  const read = readTypedAmount(text, locale)
  if (read.at !== 'number' || decimals === undefined) return undefined
  try {
    return parseAmount(read.decimal, decimals)
  } catch {
    return undefined
  }
}
