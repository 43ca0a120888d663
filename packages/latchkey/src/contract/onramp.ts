/** Buying with fiat money: what can be bought, quotes side by side, and orders (SPEC §7 "onramp"; reference money §2). */
import * as v from 'valibot'
import { caip10Schema } from './caip10.ts'
import { caipAssetSchema } from './caip19.ts'
import {
  countrySchema,
  decimalSchema,
  fiatCodeSchema,
  openedOrderSchema,
  orderIdSchema,
  orderSchema,
  rampFaults,
} from './orders.ts'
import { iconUrlSchema } from './price.ts'
import { projectErrors, projectQuery, route } from './route.ts'
import { caipNetworkIdSchema } from './supportedChains.ts'

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** How a visitor pays: a provider's method in one of these words, or its own in lower case. Known ones: `card`, `ach_bank_account`, `sepa`, `apple_pay`, `google_pay`, `pix`. */
export const payMethodSchema = v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,64}$/))

/** What can be bought (SPEC §3 "purchaseCurrency"). */
export const purchaseCurrencySchema = v.object({
  id: word,
  name,
  symbol: word,
  iconUrl: iconUrlSchema,
  networks: v.pipe(
    v.array(
      v.object({
        /** The provider's own word for the network. */
        name,
        display_name: name,
        /** CAIP-2. */
        chain_id: caipNetworkIdSchema,
        /** Null for the network's own currency. */
        contract_address: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
        asset: caipAssetSchema,
        /** By the chain itself, or null while it is not known. */
        decimals: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(18))),
      }),
    ),
    v.maxLength(64),
  ),
})

/** What can be paid with (SPEC §3 "paymentCurrency"). */
export const paymentCurrencySchema = v.object({
  /** ISO 4217. */
  id: fiatCodeSchema,
  name,
  /** Decimal texts in this currency; null where a provider states none. */
  payment_method_limits: v.pipe(
    v.array(
      v.object({ id: payMethodSchema, min: v.nullable(decimalSchema), max: v.nullable(decimalSchema) }),
    ),
    v.maxLength(32),
  ),
})

/** What can be bought (SPEC §3). */
export type PurchaseCurrency = v.InferOutput<typeof purchaseCurrencySchema>
/** What can be paid with (SPEC §3). */
export type PaymentCurrency = v.InferOutput<typeof paymentCurrencySchema>

/**
 * GET /v1/onramp/options (SPEC §7): what the providers together sell and take, for a country. Empty lists where none serves it; `country` is the
 * one that was asked for, or by default the project's own (`ONRAMP_COUNTRY`), never one that an address was looked up for.
 */
export const getOnRampOptions = route({
  method: 'GET',
  path: '/v1/onramp/options',
  query: v.strictObject({ ...projectQuery, country: v.optional(countrySchema) }),
  response: v.object({
    country: v.nullable(countrySchema),
    /** Countries that some provider serves; empty where they do not say. */
    countries: v.pipe(v.array(countrySchema), v.maxLength(512)),
    purchaseCurrencies: v.pipe(v.array(purchaseCurrencySchema), v.maxLength(256)),
    paymentCurrencies: v.pipe(v.array(paymentCurrencySchema), v.maxLength(128)),
    /** SPEC §9 "Onramp provider": a fee range in percent where a provider states one. */
    providers: v.pipe(
      v.array(
        v.object({
          id: word,
          name: word,
          feeRange: v.nullable(v.tuple([decimalSchema, decimalSchema])),
        }),
      ),
      v.maxLength(16),
    ),
  }),
  errors: projectErrors,
})

/** A quote of one provider; amounts are decimal texts, null for what is not known (F26). */
export const rampQuoteSchema = v.object({
  /** By the services; opaque, and good until `expiresAt`. */
  quoteId: v.pipe(v.string(), v.minLength(1), v.maxLength(1_024)),
  provider: word,
  /** Who sells: a service behind the provider, or the provider itself. */
  providerName: word,
  method: payMethodSchema,
  paymentTotal: v.object({ amount: decimalSchema, currency: fiatCodeSchema }),
  paymentSubtotal: v.nullable(v.object({ amount: decimalSchema, currency: fiatCodeSchema })),
  purchaseAmount: v.object({ amount: decimalSchema, currency: word }),
  networkFee: v.nullable(v.object({ amount: decimalSchema, currency: fiatCodeSchema })),
  providerFee: v.nullable(v.object({ amount: decimalSchema, currency: fiatCodeSchema })),
  /** Seconds until it usually arrives, from and to. */
  takes: v.nullable(v.tuple([v.pipe(v.number(), v.safeInteger()), v.pipe(v.number(), v.safeInteger())])),
  /** False: an estimate, and the provider's page has the last word. */
  firm: v.boolean(),
  /** True: no identity document is asked for; null when it is not known. */
  lowKyc: v.nullable(v.boolean()),
  expiresAt: moment,
})

/** A quote of one provider. */
export type WireRampQuote = v.InferOutput<typeof rampQuoteSchema>

/**
 * POST /v1/onramp/quote (SPEC §7): what a payment buys, the most first; SPEC's own members are those of the first quote. ONRAMP_UNSUPPORTED where no
 * provider sells this on this network in this country: never on another network instead. A slow provider is a fault of its own.
 */
export const postOnRampQuote = route({
  method: 'POST',
  path: '/v1/onramp/quote',
  query: v.strictObject(projectQuery),
  body: v.strictObject({
    /** An id of `purchaseCurrencies`. */
    purchaseCurrency: word,
    paymentCurrency: fiatCodeSchema,
    /** Whole units of `paymentCurrency`. */
    amount: decimalSchema,
    /** CAIP-2. */
    network: caipNetworkIdSchema,
    country: v.optional(countrySchema),
    method: v.optional(payMethodSchema),
    /** Where it is to arrive; some providers quote by it. */
    address: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
  }),
  response: v.object({
    quotes: v.pipe(v.array(rampQuoteSchema), v.maxLength(32)),
    faults: v.pipe(
      v.array(
        v.object({
          provider: word,
          /** Who it is, as visitors know it: a service behind the provider, or the provider itself. */
          providerName: v.optional(word),
          reason: v.picklist(rampFaults),
          minimum: v.optional(decimalSchema),
          maximum: v.optional(decimalSchema),
        }),
      ),
      v.maxLength(32),
    ),
  }),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE', 'ONRAMP_UNSUPPORTED'],
})

/**
 * POST /v1/generators/onrampurl (SPEC §7): an order, and the one-time address of the provider's page, made at the press. `destinationWallets` has the
 * receiver as CAIP-10, one; `quoteId` says provider, service and method. QUOTE_ENDED, ONRAMP_UNSUPPORTED, ONRAMP_FAILED with a `RampFault` as the name of its reason.
 */
export const postOnRampUrl = route({
  method: 'POST',
  path: '/v1/generators/onrampurl',
  query: v.strictObject(projectQuery),
  body: v.strictObject({
    destinationWallets: v.pipe(v.array(caip10Schema), v.length(1)),
    /** CAIP-2; the quote's. */
    defaultNetwork: caipNetworkIdSchema,
    quoteId: v.pipe(v.string(), v.minLength(1), v.maxLength(1_024)),
    defaultExperience: v.optional(v.literal('buy'), 'buy'),
    presetFiatAmount: v.optional(decimalSchema),
    /** Where the provider's page leads back to; on one of the project's origins. */
    redirectUrl: v.optional(v.pipe(v.string(), v.maxLength(2_048), v.regex(/^https?:\/\/\S*$/))),
    /** The same key makes one order (T73). */
    idempotencyKey: orderIdSchema,
  }),
  response: openedOrderSchema,
  status: 201,
  errors: [
    ...projectErrors,
    'REQUEST_TOO_LARGE',
    'ONRAMP_UNSUPPORTED',
    'ONRAMP_FAILED',
    'QUOTE_ENDED',
    'IDEMPOTENCY_CONFLICT',
  ],
})

/** GET /v1/onramp/orders/{order}: what is known; the provider is asked at most once in 5 s. NOT_FOUND for another project's. */
export const getOnRampOrder = route({
  method: 'GET',
  path: '/v1/onramp/orders/{order}',
  params: v.strictObject({ order: orderIdSchema }),
  query: v.strictObject(projectQuery),
  response: v.object({ order: orderSchema }),
  errors: [...projectErrors, 'NOT_FOUND'],
})
