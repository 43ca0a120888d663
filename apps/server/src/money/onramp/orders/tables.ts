import type { WireOrder } from 'latchkey/services'

/** The tables of orders at on-ramps and exchanges; `migration.ts` makes them. Times are milliseconds since 1970, amounts decimal texts. */
export interface OrderTables {
  money_orders: {
    id: string
    project_id: string
    /** The caller's; one order a key (T73). */
    idempotency_key: string
    /** SHA-256 of what was asked for under it. */
    request_digest: string
    kind: 'onramp' | 'exchange'
    provider: string
    provider_name: string
    /** The provider's own id of the order. */
    reference: string | null
    /** The provider's id of its customer. */
    customer: string
    /** CAIP-19, in our one spelling. */
    asset: string
    /** As the caller wrote it. */
    recipient: string
    fiat_currency: string | null
    fiat_amount: string | null
    /** What is to arrive: of an exchange what was asked for, else the quote's estimate. */
    expected_amount: string | null
    /** What the provider said that it sends. */
    told_amount: string | null
    /** By the receipt. */
    credited_amount: string | null
    state: WireOrder['state']
    /** What the provider said last, and since when. */
    told_state: WireOrder['state']
    told_at: number
    hash: string | null
    reason: string | null
    /** The payment that it pays. */
    payment_id: string | null
    /** The one-time address of the provider's page; null before it was had, and once it has ended. */
    url: string | null
    url_ends_at: number
    /** Until then one caller is at opening it. */
    opening_until: number
    created_at: number
    updated_at: number
    expires_at: number
    /** When the provider was asked last. */
    asked_at: number
    /** When it is asked next without a caller; null: no more. */
    next_at: number | null
  }
  /** Credits of transactions, each of which fulfils one order. */
  order_credits: {
    network: string
    /** In its one spelling. */
    hash: string
    place: number
    order_id: string
  }
  /** Under which random id a provider knows a project's receiver. */
  order_customers: {
    project_id: string
    /** CAIP-10 in the one spelling of keys. */
    account: string
    customer: string
  }
  /** Events of providers, each taken once. */
  order_events: {
    provider: string
    event_id: string
    received_at: number
  }
}
