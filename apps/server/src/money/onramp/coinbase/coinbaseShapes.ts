/** Coinbase's answers as far as they are read, after every number has become its decimal text. Its older pages wrap an answer in `data`; both forms are taken. */
import * as v from 'valibot'
import { vendorDecimal } from '../createRampClient.ts'

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const text = v.nullish(v.pipe(v.string(), v.maxLength(512)))

function unwrapped<S extends v.GenericSchema>(schema: S) {
  const unwrap = (body: unknown) =>
    typeof body === 'object' && body !== null && 'data' in body ? body.data : body
  return v.pipe(v.unknown(), v.transform(unwrap), schema)
}

/** Its reference has `value`, its guide `amount`. */
const amount = v.pipe(
  v.object({ currency: word, value: v.nullish(vendorDecimal), amount: v.nullish(vendorDecimal) }),
  v.transform(({ currency, value, amount }) => ({ currency, amount: value ?? amount })),
  v.object({ currency: word, amount: vendorDecimal }),
)

const limits = v.nullish(
  v.pipe(
    v.array(v.object({ id: word, min: v.nullish(vendorDecimal), max: v.nullish(vendorDecimal) })),
    v.maxLength(64),
  ),
)

export const coinbaseConfigSchema = unwrapped(
  v.object({ countries: v.pipe(v.array(v.object({ id: word })), v.maxLength(512)) }),
)

export const coinbaseOptionsSchema = unwrapped(
  v.object({
    payment_currencies: v.pipe(
      v.array(v.object({ id: word, limits, payment_method_limits: limits })),
      v.maxLength(512),
    ),
    purchase_currencies: v.pipe(
      v.array(
        v.object({
          id: word,
          name: word,
          symbol: word,
          networks: v.pipe(
            v.array(
              v.object({
                name: word,
                display_name: v.nullish(word),
                chain_id: v.nullish(v.pipe(v.string(), v.maxLength(64))),
                contract_address: v.nullish(v.pipe(v.string(), v.maxLength(128))),
              }),
            ),
            v.maxLength(128),
          ),
        }),
      ),
      v.maxLength(2_000),
    ),
  }),
)

export const coinbaseQuoteSchema = unwrapped(
  v.object({
    payment_total: amount,
    payment_subtotal: v.nullish(amount),
    purchase_amount: amount,
    coinbase_fee: v.nullish(amount),
    network_fee: v.nullish(amount),
    quote_id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  }),
)

/** Its token travels in a URL that is ours: what is no plain token is no token. */
export const coinbaseTokenSchema = unwrapped(
  v.object({ token: v.pipe(v.string(), v.regex(/^[\w+/=.-]{1,2048}$/)) }),
)

const transaction = v.object({
  transaction_id: v.nullish(word),
  partner_user_ref: text,
  status: word,
  failure_reason: text,
  purchase_amount: v.nullish(amount),
  wallet_address: text,
  tx_hash: text,
})
export type CoinbaseTransaction = v.InferOutput<typeof transaction>
export const coinbaseTransactionsSchema = unwrapped(
  v.object({ transactions: v.pipe(v.array(transaction), v.maxLength(100)) }),
)

export const coinbaseErrorSchema = v.object({ message: text })

export const coinbaseEventSchema = v.object({
  eventType: v.pipe(v.string(), v.startsWith('onramp.')),
  partnerUserRef: text,
  transactionId: text,
})
