/** What is in the way of a provider's page (SPEC-NOTES §4 "On-ramp"); pure. */
import { type DraftAmount, readAmount } from '../../nouns/amounts/readAmount.ts'
import type { RampForm, RampTodo } from './rampFlow.ts'
import { beyondLimits, rampLimits } from './rampLimits.ts'

/** Decimals of a currency, 2 where that is not known. */
export function currencyDigits(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** The typed amount, in units of the chosen currency. */
export function rampAmount({ currency, typed }: RampForm, locale: string | undefined): DraftAmount {
  return currency ? readAmount(typed, currencyDigits(currency.id), locale) : { at: 'none' }
}

/** The first thing that is missing, in the order of the fields. `amount`: as `rampAmount` read it, as a decimal text. */
export function rampTodo(
  form: RampForm,
  {
    supported,
    amount,
    now,
  }: { readonly supported: boolean; readonly amount: string | 'none' | 'empty'; readonly now: number },
): RampTodo | undefined {
  const { options, token, currency, method, quotes } = form
  if (!supported || !form.owner) return 'unsupported'
  if (options.at !== 'known') return 'options'
  if (options.tokens.length === 0 || options.currencies.length === 0) return 'unsupported'
  if (!token) return 'token'
  if (!currency) return 'currency'
  if (amount === 'empty') return 'amount'
  if (amount === 'none') return 'wrong-amount'
  if (beyondLimits(amount, rampLimits(currency, method))) return 'limits'
  if (quotes.at === 'failed') return 'no-quote'
  if (quotes.at !== 'known' || quotes.chosen.expiresAt <= now) return 'quote'
  return quotes.sample ? 'sample' : undefined
}
