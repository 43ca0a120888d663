/** MoonPay's answers as far as they are read, after every number has become its decimal text. */
import * as v from 'valibot'
import { vendorDecimal } from '../createRampClient.ts'

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const text = v.nullish(v.pipe(v.string(), v.maxLength(512)))
const decimal = v.nullish(vendorDecimal)
const codes = v.nullish(v.pipe(v.array(v.string()), v.maxLength(512)))

export const moonPayCurrenciesSchema = v.pipe(
  v.array(
    v.object({
      type: word,
      code: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)),
      name: word,
      minBuyAmount: decimal,
      maxBuyAmount: decimal,
      isSuspended: v.nullish(v.boolean()),
      isSupportedInUS: v.nullish(v.boolean()),
      notAllowedCountries: codes,
      notAllowedUSStates: codes,
      metadata: v.nullish(v.object({ chainId: text, contractAddress: text, networkCode: text })),
    }),
  ),
  v.maxLength(10_000),
)
export type MoonPayCurrency = v.InferOutput<typeof moonPayCurrenciesSchema>[number]

export const moonPayCountriesSchema = v.pipe(
  v.array(
    v.object({
      alpha2: word,
      isBuyAllowed: v.nullish(v.boolean()),
      states: v.nullish(
        v.pipe(v.array(v.object({ code: word, isBuyAllowed: v.nullish(v.boolean()) })), v.maxLength(200)),
      ),
    }),
  ),
  v.maxLength(512),
)

const coded = v.nullish(v.object({ code: word }))
export const moonPayQuoteSchema = v.object({
  baseCurrencyAmount: vendorDecimal,
  quoteCurrencyAmount: vendorDecimal,
  feeAmount: decimal,
  extraFeeAmount: decimal,
  networkFeeAmount: decimal,
  totalAmount: vendorDecimal,
  paymentMethod: v.nullish(word),
  baseCurrencyCode: v.nullish(word),
  quoteCurrencyCode: v.nullish(word),
  baseCurrency: coded,
  currency: coded,
})

const transaction = v.object({
  id: word,
  status: word,
  externalTransactionId: text,
  failureReason: text,
  quoteCurrencyAmount: decimal,
  walletAddress: text,
  cryptoTransactionId: text,
})
export type MoonPayTransaction = v.InferOutput<typeof transaction>
/** Its guide answers a list, since the id need not be unique, and its reference one transaction. */
export const moonPayTransactionsSchema = v.pipe(
  v.union([v.pipe(v.array(transaction), v.maxLength(100)), transaction]),
  v.transform(answer => (Array.isArray(answer) ? answer : [answer])),
)

export const moonPayErrorSchema = v.object({ message: text })

export const moonPayEventSchema = v.object({
  type: v.pipe(v.string(), v.startsWith('transaction_')),
  data: v.object({ externalTransactionId: text, id: text }),
})
