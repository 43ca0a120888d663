import type * as v from 'valibot'
import {
  getPaymentReceipt,
  getPaymentRecord,
  getWebhookDeliveries,
  type PaymentReceipt,
  postPayment,
  postRefund,
  postRefundTransaction,
  postWebhookReplay,
  type WireOwnPayment,
} from '../../contract/payments.ts'
import type { RouteResponse } from '../../contract/route.ts'
import { callServices, type ServicesAccess } from './callServices.ts'
import { checkAccess } from './checkAccess.ts'

/** A new payment: ways to pay it, a price in assets or in `fiat`, and what it is for. Amounts are decimal texts in whole units. */
export type NewPayment = v.InferInput<typeof postPayment.body>

/** A refund of a payment. Default all that arrived, to the payer. */
export type NewRefund = v.InferInput<typeof postRefund.body>

/** A proposed refund, and the call that the merchant's wallet signs. */
export type ProposedRefund = RouteResponse<typeof postRefund>

/** What was sent to the project's webhook, and how its attempts ended. */
export type WebhookDelivery = RouteResponse<typeof postWebhookReplay>['delivery']

/** Repeats of a call with the same key and body take effect once. */
export interface Idempotent {
  /** 1 to 128 visible ASCII characters, for example your order's number. Another body under the same key is refused. */
  readonly idempotencyKey?: string
}

/** Payments of a project, for its backend. Every call throws as `createPayments` says. */
export interface Payments {
  createPayment(payment: NewPayment, options?: Idempotent): Promise<WireOwnPayment>
  /** Returns the payment with its metadata, as the services know it now. */
  getPayment(id: string): Promise<WireOwnPayment>
  /** Proposes a refund: nothing is sent before the merchant's wallet signs `call`. */
  refund(payment: string, refund?: NewRefund, options?: Idempotent): Promise<ProposedRefund>
  /** Tells which transaction the merchant's wallet made of a refund; the services look for it on the chain. */
  recordRefund(payment: string, refund: string, hash: string): Promise<ProposedRefund['refund']>
  /** Returns the signed receipt, once a transfer is in a block. `verifyReceipt` checks one. */
  getReceipt(id: string): Promise<PaymentReceipt>
  /** Returns what was sent to the webhook, the newest first; at most 100. */
  deliveries(options?: { readonly payment?: string }): Promise<readonly WebhookDelivery[]>
  /** Sends a delivery once more, with the same `webhook-id`. */
  replay(delivery: string): Promise<WebhookDelivery>
}

/**
 * Makes a client of the services' payments for a host's backend (SPEC-NOTES §4 "Exchange and payments"). Its calls throw LatchkeyError PAYMENT_INVALID when
 * the services refuse, with their code as `context.reason`, and PAYMENT_UNAVAILABLE when they do not answer; with an idempotency key such a call can be repeated.
 * @throws LatchkeyError CONFIG_INVALID, naming the option.
 */
export function createPayments(access: ServicesAccess): Payments {
  checkAccess(access)
  return {
    async createPayment(payment, { idempotencyKey } = {}) {
      return (await callServices(access, postPayment, { body: payment, idempotencyKey })).payment
    },
    async getPayment(id) {
      return (await callServices(access, getPaymentRecord, { params: { payment: id } })).payment
    },
    refund: (payment, refund = {}, { idempotencyKey } = {}) =>
      callServices(access, postRefund, { params: { payment }, body: refund, idempotencyKey }),
    async recordRefund(payment, refund, hash) {
      const params = { payment, refund }
      return (await callServices(access, postRefundTransaction, { params, body: { hash } })).refund
    },
    getReceipt: id => callServices(access, getPaymentReceipt, { params: { payment: id } }),
    async deliveries({ payment } = {}) {
      return (await callServices(access, getWebhookDeliveries, { query: { payment } })).deliveries
    },
    async replay(delivery) {
      return (await callServices(access, postWebhookReplay, { params: { delivery } })).delivery
    },
  }
}
