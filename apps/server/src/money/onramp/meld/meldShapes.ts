/** Meld's answers as far as they are read, after every number has become its decimal text. Unknown members are ignored, as Meld asks. */
import * as v from 'valibot'
import { vendorDecimal } from '../createRampClient.ts'

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const text = v.nullish(v.pipe(v.string(), v.maxLength(512)))
const decimal = v.nullish(vendorDecimal)

export const meldServicesSchema = v.pipe(
  v.array(v.object({ serviceProvider: word, name: v.nullish(word), status: v.nullish(word) })),
  v.maxLength(200),
)
export const meldCountriesSchema = v.pipe(v.array(v.object({ countryCode: word })), v.maxLength(512))
export const meldFiatsSchema = v.pipe(
  v.array(v.object({ currencyCode: word, name: v.nullish(word) })),
  v.maxLength(512),
)
export const meldCryptosSchema = v.pipe(
  v.array(
    v.object({
      currencyCode: word,
      name: v.nullish(word),
      chainCode: v.nullish(word),
      chainName: v.nullish(word),
      chainId: v.nullish(v.pipe(v.string(), v.maxLength(64))),
      contractAddress: v.nullish(v.pipe(v.string(), v.maxLength(128))),
    }),
  ),
  v.maxLength(10_000),
)
export const meldMethodsSchema = v.pipe(v.array(v.object({ paymentMethod: word })), v.maxLength(200))
export const meldLimitsSchema = v.pipe(
  v.array(v.object({ currencyCode: word, minimumAmount: decimal, maximumAmount: decimal })),
  v.maxLength(512),
)

export const meldQuotesSchema = v.object({
  quotes: v.nullish(
    v.pipe(
      v.array(
        v.object({
          serviceProvider: word,
          sourceAmount: vendorDecimal,
          sourceCurrencyCode: word,
          sourceAmountWithoutFees: decimal,
          networkFee: decimal,
          transactionFee: decimal,
          partnerFee: decimal,
          destinationAmount: vendorDecimal,
          destinationCurrencyCode: word,
          paymentMethodType: word,
          lowKyc: v.nullish(v.boolean()),
        }),
      ),
      v.maxLength(100),
    ),
  ),
  message: text,
  error: text,
})

export const meldErrorSchema = v.object({ code: text, message: text })

export const meldSessionSchema = v.object({
  id: word,
  widgetUrl: v.pipe(v.string(), v.maxLength(8_192)),
})

const transaction = v.object({
  id: word,
  externalSessionId: text,
  status: word,
  statusReason: text,
  destinationAmount: decimal,
  cryptoDetails: v.nullish(v.object({ destinationWalletAddress: text, blockchainTransactionId: text })),
})
export type MeldTransaction = v.InferOutput<typeof transaction>
export const meldTransactionSchema = v.object({ transaction })
export const meldTransactionsSchema = v.object({
  transactions: v.pipe(v.array(transaction), v.maxLength(100)),
})

export const meldEventSchema = v.object({
  eventId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  payload: v.nullish(
    v.object({
      externalSessionId: text,
      paymentTransactionId: text,
    }),
  ),
})
