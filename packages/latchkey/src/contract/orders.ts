/** Orders at on-ramps and exchanges, one shape for both (SPEC-NOTES §4 "On-ramp", "Exchange and payments"; reference money §2, §3). */
import * as v from 'valibot'
import { caipAssetSchema } from './caip19.ts'
import { orderStates } from './journal.ts'

/** A decimal number above or equal to zero as text; money never passes through a JSON number (T74). */
export const decimalSchema = v.pipe(
  v.string(),
  v.maxLength(40),
  v.regex(/^(?:0|[1-9]\d{0,29})(?:\.\d{1,18})?$/),
)
/** An ISO 4217 code in upper case. */
export const fiatCodeSchema = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))
/** A country (ISO 3166-1), or one with its part (ISO 3166-2), for example `DE` or `US-NY`. */
export const countrySchema = v.pipe(v.string(), v.regex(/^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/))
/** An order's id, by the services. */
export const orderIdSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/))

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

/** Why a provider has no quote or no order: each has its own sentence. */
export const rampFaults = [
  /** Below or above what this way of paying takes; `minimum` and `maximum` say which. */
  'too-small',
  'too-large',
  'country',
  'asset',
  'network',
  'method',
  'currency',
  'unavailable',
  'rate-limited',
] as const

/** Why a provider has no quote or no order. */
export type RampFault = (typeof rampFaults)[number]

/**
 * An order as the services know it: what the provider told when it was asked, and what the chain's receipt shows. `sent` with a hash
 * is the provider's word; `confirmed` is said from a receipt alone, or, where the provider gives no hash, never (T73).
 */
export const orderSchema = v.object({
  id: orderIdSchema,
  kind: v.picklist(['onramp', 'exchange']),
  /** For example `meld`, and who serves it, for example `Transak`. */
  provider: word,
  providerName: word,
  state: v.picklist(orderStates),
  asset: caipAssetSchema,
  /** Whole units of `asset`; null while nothing is known about what arrives. */
  amount: v.nullable(decimalSchema),
  /** Who receives: an address of the asset's network. */
  recipient: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  fiat: v.nullable(v.object({ currency: fiatCodeSchema, amount: decimalSchema })),
  /** Of the transaction that pays out. */
  hash: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
  /** The provider's own reason for `failed`, `refunded` and `expired`, as a word; null when it gives none. */
  reason: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  /** Milliseconds since the epoch. */
  createdAt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  updatedAt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** When it ends unpaid. */
  expiresAt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})

/** An order as the services know it. */
export type WireOrder = v.InferOutput<typeof orderSchema>

/** A new order: the one-time address of the provider's page, whose host is one of `hosts` (T71). */
export const openedOrderSchema = v.object({
  order: orderSchema,
  /** https, or http on localhost; good for some minutes and once. */
  url: v.pipe(v.string(), v.maxLength(8_192), v.regex(/^https?:\/\//)),
  /** The hosts that the provider's pages are on, as `URL.host` has them, with a port that is not the default; the page is opened on none but these. */
  hosts: v.pipe(v.array(v.pipe(v.string(), v.maxLength(253))), v.minLength(1), v.maxLength(16)),
  /** Milliseconds since the epoch. */
  expiresAt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})

/** A new order, with the address of its page. */
export type OpenedOrder = v.InferOutput<typeof openedOrderSchema>
