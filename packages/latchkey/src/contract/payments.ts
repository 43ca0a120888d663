/** Payments to a project: made by its backend, paid in the widget, and told by signed webhooks (SPEC-NOTES §4 "Exchange and payments"; reference money §4.2). */
import * as v from 'valibot'
import { caip10Schema } from './caip10.ts'
import { caipAssetSchema } from './caip19.ts'
import { canonicalJson } from './canonicalJson.ts'
import { directoryCertificateSchema } from './directory.ts'
import { decimalSchema, fiatCodeSchema, orderIdSchema } from './orders.ts'
import { projectErrors, projectIdSchema, projectQuery, route } from './route.ts'

const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const hash = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
/** Base units, below 2^256. */
const units = v.pipe(
  v.string(),
  v.regex(/^(?:0|[1-9]\d{0,77})$/),
  // The rule before may have failed: a parser goes on, and no text may throw here.
  v.check(text => /^\d{1,78}$/.test(text) && BigInt(text) >> 256n === 0n),
)

/**
 * States of a payment. `seen`: a transaction for it is known, not in a block yet. `paid`: in a block. `settled`: final by its chain's rule. What arrives after
 * `expired` makes it `paid_late`; too little `underpaid`, which more can still complete; too much `overpaid` once settled. Money is never lost from sight.
 */
export const paymentStates = [
  'open',
  'seen',
  'paid',
  'settled',
  'underpaid',
  'overpaid',
  'expired',
  'paid_late',
  'refunded',
] as const

/** A state of a payment. */
export type PaymentState = (typeof paymentStates)[number]

/** One way to pay it: so much of an asset to a receiver. As an item of CAIP-358's `acceptedPayments`, with a decimal amount. */
export const acceptedPaymentSchema = v.object({
  asset: caipAssetSchema,
  /** Whole units of the asset, exact. */
  amount: decimalSchema,
  recipient: caip10Schema,
  /** By the chain itself. */
  symbol: v.pipe(v.string(), v.minLength(1), v.maxLength(32)),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
})

/** One way to pay it. */
export type AcceptedPayment = v.InferOutput<typeof acceptedPaymentSchema>

/** A transfer that counts for a payment: its hash and log are counted once over all payments. */
export const paymentTransferSchema = v.object({
  hash,
  asset: caipAssetSchema,
  /** Whole units. */
  amount: decimalSchema,
  /** Who paid, as CAIP-10. */
  payer: caip10Schema,
  /** Of the block; null while it is in none. */
  block: v.nullable(units),
  /** When it was seen first. */
  at: moment,
})

/** A refund: proposed by the services, signed by the merchant's wallet. */
export const refundSchema = v.object({
  id: orderIdSchema,
  state: v.picklist(['proposed', 'seen', 'settled', 'cancelled']),
  asset: caipAssetSchema,
  amount: decimalSchema,
  recipient: caip10Schema,
  hash: v.nullable(hash),
})

/** A payment, as its page sees it. */
export const paymentSchema = v.object({
  id: orderIdSchema,
  state: v.picklist(paymentStates),
  /** What it is for, in the merchant's words. */
  description: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  /** The merchant's own number for it. */
  referenceId: v.nullable(v.pipe(v.string(), v.maxLength(64))),
  accepts: v.pipe(v.array(acceptedPaymentSchema), v.minLength(1), v.maxLength(16)),
  /** What was priced in fiat money, and until when its rate holds; null for a price in assets. */
  fiat: v.nullable(
    v.object({
      currency: fiatCodeSchema,
      value: decimalSchema,
      lockedUntil: v.nullable(moment),
    }),
  ),
  /** 32 bytes as 0x hex: written after the calldata of a transfer where that works, and the nonce of signed ones. */
  reference: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/)),
  createdAt: moment,
  /** Null when it does not end. */
  expiresAt: v.nullable(moment),
  transfers: v.pipe(v.array(paymentTransferSchema), v.maxLength(64)),
  refunds: v.pipe(v.array(refundSchema), v.maxLength(64)),
})

/** A payment, as its page sees it. */
export type WirePayment = v.InferOutput<typeof paymentSchema>

/** What the backend alone sees: the payment, and what it was made with. */
export const ownPaymentSchema = v.object({
  ...paymentSchema.entries,
  /** JSON of at most 1 kB. */
  metadata: v.nullable(v.record(v.pipe(v.string(), v.maxLength(64)), v.pipe(v.string(), v.maxLength(500)))),
})

/** What the backend alone sees. */
export type WireOwnPayment = v.InferOutput<typeof ownPaymentSchema>

/** Errors of calls that a backend makes with the project's secret (`Authorization: Bearer sk_…`), which no page may have. */
const secretErrors = [...projectErrors, 'REQUEST_TOO_LARGE', 'SECRET_INVALID'] as const

/**
 * POST /v1/payments, by the backend: one way to pay, or several. With `Idempotency-Key` the same body gets the same answer again, and another body
 * IDEMPOTENCY_CONFLICT. A price in `fiat` needs assets without amounts, whose rate is locked for some minutes; PAYMENT_UNPRICED where it is not known.
 */
export const postPayment = route({
  method: 'POST',
  path: '/v1/payments',
  query: v.strictObject(projectQuery),
  body: v.strictObject({
    accepts: v.pipe(
      v.array(
        v.strictObject({
          asset: caipAssetSchema,
          /** Whole units; absent with `fiat`. */
          amount: v.optional(decimalSchema),
          /** One of the project's own receivers (`PAYMENTS_RECIPIENTS` or the project's list). */
          recipient: caip10Schema,
        }),
      ),
      v.minLength(1),
      v.maxLength(16),
    ),
    fiat: v.optional(v.strictObject({ currency: fiatCodeSchema, value: decimalSchema })),
    description: v.optional(v.pipe(v.string(), v.maxLength(200))),
    referenceId: v.optional(v.pipe(v.string(), v.maxLength(64))),
    metadata: v.optional(v.record(v.pipe(v.string(), v.maxLength(64)), v.pipe(v.string(), v.maxLength(500)))),
    /** Seconds from now; default 1,800, at most 30 days. */
    expiresIn: v.optional(v.pipe(v.number(), v.integer(), v.minValue(60), v.maxValue(2_592_000)), 1_800),
  }),
  response: v.object({ payment: ownPaymentSchema }),
  status: 201,
  errors: [...secretErrors, 'IDEMPOTENCY_CONFLICT', 'PAYMENT_UNPRICED'],
})

const ofPayment = { params: v.strictObject({ payment: orderIdSchema }), query: v.strictObject(projectQuery) }

/** GET /v1/payments/{payment}, by the page: what is to be paid, and what is known. */
export const getPayment = route({
  method: 'GET',
  path: '/v1/payments/{payment}',
  ...ofPayment,
  response: v.object({ payment: paymentSchema }),
  errors: [...projectErrors, 'NOT_FOUND'],
})

/** GET /v1/payments/{payment}/record, by the backend: with its metadata. */
export const getPaymentRecord = route({
  method: 'GET',
  path: '/v1/payments/{payment}/record',
  ...ofPayment,
  response: v.object({ payment: ownPaymentSchema }),
  errors: [...secretErrors, 'NOT_FOUND'],
})

/** POST /v1/payments/{payment}/transactions, by the page: a transaction that pays it. It is looked for and read by our own nodes. */
export const postPaymentTransaction = route({
  method: 'POST',
  path: '/v1/payments/{payment}/transactions',
  ...ofPayment,
  body: v.strictObject({ caipNetworkId: v.string(), hash }),
  response: v.object({ payment: paymentSchema }),
  errors: [...projectErrors, 'REQUEST_TOO_LARGE', 'NOT_FOUND'],
})

/**
 * POST /v1/payments/{payment}/refunds, by the backend: proposes a transfer that the merchant's wallet signs. Default all that arrived, to the payer; another receiver needs the payer's
 * signature of `refundMessage`. REFUND_REFUSED beyond what was paid.
 */
export const postRefund = route({
  method: 'POST',
  path: '/v1/payments/{payment}/refunds',
  ...ofPayment,
  body: v.strictObject({
    /** Whole units of what was paid. */
    amount: v.optional(decimalSchema),
    recipient: v.optional(
      v.strictObject({ address: caip10Schema, signature: v.pipe(v.string(), v.maxLength(8_192)) }),
    ),
  }),
  response: v.object({
    refund: refundSchema,
    /** What the merchant's wallet signs: of eip155 a call. */
    call: v.object({
      to: hash,
      data: v.pipe(v.string(), v.maxLength(2_048)),
      value: units,
      caipNetworkId: v.string(),
    }),
  }),
  status: 201,
  errors: [...secretErrors, 'IDEMPOTENCY_CONFLICT', 'NOT_FOUND', 'REFUND_REFUSED'],
})

/** POST /v1/payments/{payment}/refunds/{refund}/transactions, by the backend: what the merchant's wallet sent. */
export const postRefundTransaction = route({
  method: 'POST',
  path: '/v1/payments/{payment}/refunds/{refund}/transactions',
  params: v.strictObject({ payment: orderIdSchema, refund: orderIdSchema }),
  query: v.strictObject(projectQuery),
  body: v.strictObject({ hash }),
  response: v.object({ refund: refundSchema }),
  errors: [...secretErrors, 'NOT_FOUND', 'REFUND_REFUSED'],
})

/** The text that a payer signs for a refund to another address. */
export function refundMessage(payment: string, amount: string, recipient: string): string {
  return `Refund ${amount} of payment ${payment} to ${recipient}`
}

const digest = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** What was paid, signed by the services' directory key: verifiable with that key alone (T111). */
export const receiptSchema = v.object({
  receipt: v.object({
    projectId: projectIdSchema,
    payment: orderIdSchema,
    state: v.picklist(['paid', 'settled', 'overpaid', 'underpaid', 'paid_late', 'refunded']),
    description: v.nullable(v.pipe(v.string(), v.maxLength(200))),
    referenceId: v.nullable(v.pipe(v.string(), v.maxLength(64))),
    transfers: v.pipe(v.array(paymentTransferSchema), v.maxLength(64)),
    refunds: v.pipe(v.array(refundSchema), v.maxLength(64)),
    issued: moment,
  }),
  key: digest,
  /** Ed25519 over `receiptText`, base64url. */
  signature: v.pipe(v.string(), v.regex(/^[\w-]{86}$/)),
  certificate: v.exactOptional(directoryCertificateSchema),
})

/** A signed receipt. */
export type PaymentReceipt = v.InferOutput<typeof receiptSchema>

/** The text that a receipt's signature covers. */
export function receiptText({ receipt, key }: Pick<PaymentReceipt, 'receipt' | 'key'>): string {
  return `latchkey-receipt:1\n${canonicalJson({ receipt, key })}`
}

/** GET /v1/payments/{payment}/receipt, by page or backend: NOT_FOUND while nothing is in a block. */
export const getPaymentReceipt = route({
  method: 'GET',
  path: '/v1/payments/{payment}/receipt',
  ...ofPayment,
  response: receiptSchema,
  errors: [...projectErrors, 'NOT_FOUND'],
})

/** What a webhook of ours carries; headers as Standard Webhooks has them (`webhook-id`, `webhook-timestamp`, `webhook-signature`). */
export const paymentEventSchema = v.object({
  /** For example `payment.settled`. */
  type: v.picklist([
    ...paymentStates.map(state => `payment.${state}` as const),
    'refund.seen',
    'refund.settled',
  ]),
  /** ISO 8601. */
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  data: v.object({ payment: ownPaymentSchema }),
})

/** What a webhook of ours carries. */
export type PaymentEvent = v.InferOutput<typeof paymentEventSchema>

const deliverySchema = v.object({
  id: orderIdSchema,
  type: v.pipe(v.string(), v.maxLength(64)),
  payment: orderIdSchema,
  state: v.picklist(['waiting', 'delivered', 'given_up']),
  attempts: v.pipe(
    v.array(v.object({ at: moment, status: v.nullable(v.number()), failure: v.nullable(v.string()) })),
    v.maxLength(64),
  ),
  nextAt: v.nullable(moment),
})

/** GET /v1/webhooks/deliveries, by the backend: what was sent to the project's webhook, the last first; 100 at most. */
export const getWebhookDeliveries = route({
  method: 'GET',
  path: '/v1/webhooks/deliveries',
  query: v.strictObject({ ...projectQuery, payment: v.optional(orderIdSchema) }),
  response: v.object({ deliveries: v.pipe(v.array(deliverySchema), v.maxLength(100)) }),
  errors: secretErrors,
})

/** POST /v1/webhooks/deliveries/{delivery}/replay, by the backend: sends it once more, with the same id. */
export const postWebhookReplay = route({
  method: 'POST',
  path: '/v1/webhooks/deliveries/{delivery}/replay',
  params: v.strictObject({ delivery: orderIdSchema }),
  query: v.strictObject(projectQuery),
  response: v.object({ delivery: deliverySchema }),
  errors: [...secretErrors, 'NOT_FOUND'],
})
