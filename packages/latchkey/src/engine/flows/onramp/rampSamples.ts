/** Samples that stand in for the services with `demo: true` alone (SPEC §7, §9; T72). Nothing can be bought with them. */
import { parseAmount, toDecimalString } from '../../../contract/amount.ts'
import type { PaymentCurrency, PurchaseCurrency, WireRampQuote } from '../../../contract/onramp.ts'
import samples from './rampSamples.json' with { type: 'json' }
import { sampleTokens } from './rampTokens.ts'

const currencies = samples.purchaseCurrencies as readonly PurchaseCurrency[]

/** What can be bought and paid with in a demonstration. */
export const sampleOptions = {
  tokens: sampleTokens(currencies),
  currencies: samples.paymentCurrencies as readonly PaymentCurrency[],
}

const cents = 2
const hundredths = (decimal: string, part: bigint) => {
  const { value } = parseAmount(decimal, cents)
  return { value: (value * part) / 1_000n, decimals: cents }
}

/** One made-up quote: a fee in the sample provider's range, and the rest one for one. */
export function sampleQuote(
  asked: {
    readonly amount: string
    readonly currency: string
    readonly symbol: string
    readonly method: string
  },
  now: number,
): WireRampQuote {
  const { amount, currency, symbol, method } = asked
  const inCurrency = (decimal: string) => ({ amount: decimal, currency })
  const whole = toDecimalString(parseAmount(amount, cents))
  const rest = toDecimalString(hundredths(amount, 985n))
  return {
    quoteId: 'sample',
    provider: samples.provider.id,
    providerName: samples.provider.name,
    method,
    paymentTotal: inCurrency(whole),
    paymentSubtotal: inCurrency(rest),
    purchaseAmount: { amount: rest, currency: symbol },
    networkFee: null,
    providerFee: inCurrency(toDecimalString(hundredths(amount, 15n))),
    takes: null,
    firm: false,
    lowKyc: null,
    expiresAt: now + 3_600_000,
  }
}
