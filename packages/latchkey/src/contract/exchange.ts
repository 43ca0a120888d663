/** Depositing and paying from an exchange: which ones serve an asset, and orders there (SPEC-NOTES §4 "Exchange and payments"; reference money §3). */
import * as v from 'valibot'
import { caip10Schema } from './caip10.ts'
import { caipAssetSchema } from './caip19.ts'
import { countrySchema, decimalSchema, openedOrderSchema, orderIdSchema, orderSchema } from './orders.ts'
import { iconUrlSchema } from './price.ts'
import { projectErrors, projectQuery, route } from './route.ts'
import { caipNetworkIdSchema } from './supportedChains.ts'

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

/** An exchange that sends an asset. */
export const exchangeSchema = v.object({
  id: word,
  name: word,
  iconUrl: iconUrlSchema,
  /** Whole units of the asset; null where it states none. */
  minimum: v.nullable(decimalSchema),
  maximum: v.nullable(decimalSchema),
  /** What the exchange takes for sending, in whole units of the asset; null when it is not known. */
  fee: v.nullable(decimalSchema),
  /** Its own page asks how much: an order needs no amount. */
  asksAmount: v.optional(v.boolean(), false),
})

/** An exchange that sends an asset. */
export type WireExchange = v.InferOutput<typeof exchangeSchema>

/** What an exchange sends on a network: the network's own currency, or a token whose symbol and decimals are the chain's own word. */
export const exchangeAssetSchema = v.object({
  asset: caipAssetSchema,
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  symbol: word,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  iconUrl: iconUrlSchema,
})

/** What an exchange sends on a network. */
export type WireExchangeAsset = v.InferOutput<typeof exchangeAssetSchema>

/**
 * GET /v1/exchanges/assets: what the exchanges together send on a network, the network's own currency first; an empty list where none does.
 * The Fund view asks it, and offers a deposit only where it is not empty.
 */
export const getExchangeAssets = route({
  method: 'GET',
  path: '/v1/exchanges/assets',
  query: v.strictObject({
    ...projectQuery,
    network: caipNetworkIdSchema,
    country: v.optional(countrySchema),
  }),
  response: v.object({ assets: v.pipe(v.array(exchangeAssetSchema), v.maxLength(64)) }),
  errors: projectErrors,
})

/** GET /v1/exchanges: those that send this asset, and with an amount so much of it; an empty list where none does. */
export const getExchanges = route({
  method: 'GET',
  path: '/v1/exchanges',
  query: v.strictObject({
    ...projectQuery,
    asset: caipAssetSchema,
    amount: v.optional(decimalSchema),
    country: v.optional(countrySchema),
  }),
  response: v.object({ exchanges: v.pipe(v.array(exchangeSchema), v.maxLength(32)) }),
  errors: projectErrors,
})

/**
 * POST /v1/exchanges/{id}/orders: an order, and the one-time address of the exchange's page. `recipient` is the account that is connected, or with `payment` the
 * one that the payment names and no other: a free receiver would serve phishing. EXCHANGE_UNSUPPORTED, EXCHANGE_FAILED with a `RampFault` as the name of its reason.
 */
export const postExchangeOrder = route({
  method: 'POST',
  path: '/v1/exchanges/{id}/orders',
  params: v.strictObject({ id: word }),
  query: v.strictObject(projectQuery),
  body: v.strictObject({
    asset: caipAssetSchema,
    /** Whole units; may be left out where the exchange `asksAmount`, and never with `payment`. */
    amount: v.optional(decimalSchema),
    recipient: caip10Schema,
    /** The payment that it pays. */
    payment: v.optional(orderIdSchema),
    country: v.optional(countrySchema),
    redirectUrl: v.optional(v.pipe(v.string(), v.maxLength(2_048), v.regex(/^https?:\/\/\S*$/))),
    /** The same key makes one order (T73). */
    idempotencyKey: orderIdSchema,
  }),
  response: openedOrderSchema,
  status: 201,
  errors: [
    ...projectErrors,
    'REQUEST_TOO_LARGE',
    'EXCHANGE_UNSUPPORTED',
    'EXCHANGE_FAILED',
    'NOT_FOUND',
    'IDEMPOTENCY_CONFLICT',
  ],
})

/** GET /v1/exchanges/orders/{order}: what is known; as `getOnRampOrder`. */
export const getExchangeOrder = route({
  method: 'GET',
  path: '/v1/exchanges/orders/{order}',
  params: v.strictObject({ order: orderIdSchema }),
  query: v.strictObject(projectQuery),
  response: v.object({ order: orderSchema }),
  errors: [...projectErrors, 'NOT_FOUND'],
})
