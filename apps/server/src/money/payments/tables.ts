import type { CaipNetworkId } from 'latchkey/contract'
import type { PaymentState } from 'latchkey/services'

/** The tables of payments; `migration.ts` makes them. Times are milliseconds since 1970, amounts base units as text. */
export interface PaymentTables {
  payments: {
    id: string
    project_id: string
    state: PaymentState
    /** 0x and 64 digits. */
    reference: string
    /** JSON: the ways to pay as the wire has them. */
    accepts: string
    /** JSON: description, referenceId, metadata. */
    details: string
    /** JSON, or null for a price in assets. */
    fiat: string | null
    created_at: number
    expires_at: number
    /** Until then its receivers are watched for it. */
    watch_until: number
    /** When it is assessed next; null when nothing can change by itself. */
    due_at: number | null
    /** Counts changes. */
    version: number
    /** Always 0: a write that read an older version sets 1, and is refused with its whole batch. */
    is_stale: number
  }
  /** The ways to pay, as transfers are compared with them. */
  payment_ways: {
    payment_id: string
    place: number
    chain: CaipNetworkId
    /** The token's address in the store's spelling; empty for the network's own currency. */
    asset: string
    recipient: string
    units: string
    /** Blocks before it do not count. */
    from_block: number
  }
  /** Idempotency keys and what they made. */
  payment_keys: {
    project_id: string
    /** Empty for payments; the payment's id for refunds. */
    scope: string
    key: string
    body_hash: string
    made: string
  }
  /** Transactions that are said to pay a payment, or name it. */
  payment_claims: {
    payment_id: string
    chain: CaipNetworkId
    hash: string
    /** `unknown` to the nodes, `pending` there, `included` in a block that may still go, or `final`. */
    state: ClaimState
    at: number
  }
  /** Transfers that count: each once over all payments. */
  payment_transfers: {
    chain: CaipNetworkId
    hash: string
    /** Within its transaction: stays the same in another block. */
    place: number
    payment_id: string
    way: number
    units: string
    /** In the store's spelling. */
    payer: string
    block: number
    block_time: number
    at: number
  }
  payment_refunds: {
    id: string
    payment_id: string
    state: 'proposed' | 'seen' | 'settled' | 'cancelled'
    way: number
    units: string
    /** In the store's spelling. */
    recipient: string
    chain: CaipNetworkId
    hash: string | null
    place: number | null
    from_block: number
    at: number
  }
  /** How far each network was looked through. */
  payment_chains: {
    chain: CaipNetworkId
    next_block: number
  }
  /** Messages to the webhooks of projects, with what became of them. */
  webhook_deliveries: {
    id: string
    project_id: string
    payment_id: string
    /** Grows with the payment's: by it its messages are in order. */
    version: number
    type: string
    /** As it is signed. */
    body: string
    state: 'waiting' | 'delivered' | 'given_up'
    /** JSON. */
    attempts: string
    tries: number
    /** When the three days began. */
    since: number
    next_at: number | null
    /** Who sends it now, and until when it may take. */
    claim: string | null
    claimed_until: number
    created_at: number
  }
}

/** What the nodes say of a claimed transaction. */
export type ClaimState = 'unknown' | 'pending' | 'included' | 'final'
