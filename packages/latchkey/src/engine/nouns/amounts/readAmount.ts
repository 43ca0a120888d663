import { type Amount, parseAmount } from '../../../contract/amount.ts'
import { readTypedAmount } from './readTypedAmount.ts'

/** What a typed text is as an amount of a token. */
export type DraftAmount =
  | { readonly at: 'amount'; readonly amount: Amount }
  /** `precise`: more decimals than the token has. */
  | { readonly at: 'empty' | 'ambiguous' | 'none' | 'precise' }

/** A typed text as an amount of a token with so many decimals; zero counts as empty. */
export function readAmount(typed: string, decimals: number, locale?: string): DraftAmount {
  const read = readTypedAmount(typed, locale)
  if (read.at !== 'number') return read
  return /^[0.]*$/.test(read.decimal) ? { at: 'empty' } : amountOf(read.decimal, decimals)
}

/** A plain decimal text as an amount. */
export function amountOf(decimal: string, decimals: number): DraftAmount {
  try {
    return { at: 'amount', amount: parseAmount(decimal, decimals) }
  } catch {
    const [, fraction = ''] = decimal.split('.')
    return { at: fraction.length > decimals ? 'precise' : 'none' }
  }
}
