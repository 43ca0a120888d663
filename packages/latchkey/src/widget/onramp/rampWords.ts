/** How amounts, times, methods and places of buying are written. */
import { parseAmount, toDecimalString } from '../../contract/amount.ts'
import type { WireRampQuote } from '../../contract/onramp.ts'
import { unitsOf, wireDigits } from '../../engine/flows/onramp/rampLimits.ts'
import { exactAmount } from '../send/exactAmount.ts'
import { shortAmount } from '../swap/shortAmount.ts'
import { formatFiat } from '../texts/formatFiat.ts'
import { readLocale } from '../texts/readLocale.ts'
import type { Translate } from '../texts/translate.ts'
import { onrampTexts } from './onrampTexts.ts'

type T = Translate<typeof onrampTexts>

/** Fiat by its decimal text, for reading. */
export function fiatWords(decimal: string, currency: string, locale?: string): string {
  return formatFiat(Number(decimal), currency, locale)
}

/** An amount of a token by its decimal text, in few digits and never more than it says. */
export function tokenWords(decimal: string, symbol: string, locale?: string): string {
  const amount = parseAmount(decimal, wireDigits)
  return `${exactAmount(shortAmount(amount, false), locale)} ${symbol}`
}

/** All fees of a quote that are stated; undefined where one is not. */
export function feesOf({ networkFee, providerFee, paymentTotal }: WireRampQuote): string | undefined {
  if (!providerFee || providerFee.currency !== paymentTotal.currency) return undefined
  if (networkFee && networkFee.currency !== paymentTotal.currency) return undefined
  const value = unitsOf(providerFee.amount) + (networkFee ? unitsOf(networkFee.amount) : 0n)
  return toDecimalString({ value, decimals: wireDigits })
}

/** How long it usually takes, by its longest time. */
export function takesWords(takes: WireRampQuote['takes'], t: T): string | undefined {
  if (!takes) return undefined
  const minutes = Math.max(1, Math.ceil(takes[1] / 60))
  if (minutes < 90) return t('onramp.minutes', { count: minutes })
  const hours = Math.ceil(minutes / 60)
  return hours <= 48
    ? t('onramp.hours', { count: hours })
    : t('onramp.days', { count: Math.ceil(hours / 24) })
}

/** A way to pay in the visitor's words; a provider's own in its own. */
export function methodWords(method: string, t: T): string {
  const key = `onramp.method.${method}`
  if (key in onrampTexts) return t(key as keyof typeof onrampTexts)
  const words = method.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A country or a part of one in the locale's own words; the code where it has none. */
export function countryWords(code: string, locale?: string): string {
  const [country = code, part] = code.split('-')
  let name = country
  try {
    name = new Intl.DisplayNames([readLocale(locale).lang], { type: 'region' }).of(country) ?? country
  } catch {
    // A code that the browser does not know.
  }
  return part === undefined ? name : `${name} (${part})`
}

/** A currency in the locale's own words. */
export function currencyWords(code: string, name: string, locale?: string): string {
  try {
    const known = new Intl.DisplayNames([readLocale(locale).lang], { type: 'currency' }).of(code)
    return known === undefined || known === code ? name : known
  } catch {
    return name
  }
}
