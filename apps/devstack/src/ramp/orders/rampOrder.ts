import type { MeldEventType, MeldStatus } from '../wire/rampWire.ts'

/**
 * States of an order. `created`: its page was not opened. `open`: it is not paid. `paid`: it is owed. `sending`: the transaction is stored,
 * and goes out until a block has it. The rest are ends.
 */
export type RampState =
  | 'created'
  | 'open'
  | 'paid'
  | 'sending'
  | 'complete'
  | 'declined'
  | 'failed'
  | 'cancelled'
  | 'refunded'
  | 'expired'

/** Where the visitor is while the order is open: at the provider's page, or at the exchange. */
export type RampStep = 'card' | 'secure' | 'identity' | 'login' | 'review' | 'code'

/** An order, as it is stored. Amounts are decimal texts, times are milliseconds since the epoch. */
export interface RampOrder {
  /** The session's id, too. */
  readonly id: string
  readonly transactionId: string
  readonly kind: 'BUY' | 'TRANSFER'
  readonly externalSessionId: string | null
  readonly externalCustomerId: string | null
  readonly customerId: string
  readonly service: string
  readonly wallet: string
  readonly country: string
  /** What is paid; null while the exchange's page asks for it. */
  readonly sourceAmount: string | null
  readonly sourceCurrency: string
  /** The asset's code, such as `USDC_ALDER`. */
  readonly asset: string
  /** What arrives. */
  readonly amount: string | null
  /** In the source's currency. */
  readonly transactionFee: string
  readonly networkFee: string
  readonly method: string | null
  readonly redirectUrl: string | null
  readonly state: RampState
  readonly step: RampStep
  /** Why it ended without success, in words. */
  readonly reason: string | null
  /** Who logged in at the exchange. */
  readonly email: string | null
  /** Wrong codes so far. */
  readonly attempts: number
  /** SHA-256 of the secret that the visitor's cookie has; null until the page is opened. */
  readonly visit: string | null
  /** Until when the link is good. */
  readonly linkUntil: number
  /** When it is to be sent; null until it is paid. */
  readonly sendAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
  /** When it ends unpaid. */
  readonly expiresAt: number
}

/** A signed transaction that pays an order. */
export interface RampPayout {
  readonly orderId: string
  readonly chainId: number
  readonly nonce: number
  readonly raw: string
  readonly hash: string
}

/** Meld's word for each state. */
export const meldStatuses: Readonly<Record<RampState, MeldStatus>> = {
  created: 'PENDING_CREATED',
  open: 'PENDING_CREATED',
  paid: 'PENDING',
  sending: 'SETTLING',
  complete: 'SETTLED',
  declined: 'DECLINED',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
  refunded: 'REFUNDED',
  expired: 'AUTHORIZATION_EXPIRED',
}

/** The event that tells of a state; none for those before a payment. */
export const meldEventTypes: Readonly<Partial<Record<RampState, MeldEventType>>> = {
  paid: 'TRANSACTION_CRYPTO_PENDING',
  sending: 'TRANSACTION_CRYPTO_TRANSFERRING',
  complete: 'TRANSACTION_CRYPTO_COMPLETE',
  declined: 'TRANSACTION_CRYPTO_FAILED',
  failed: 'TRANSACTION_CRYPTO_FAILED',
  cancelled: 'TRANSACTION_CRYPTO_FAILED',
  refunded: 'TRANSACTION_CRYPTO_FAILED',
  expired: 'TRANSACTION_CRYPTO_FAILED',
}
