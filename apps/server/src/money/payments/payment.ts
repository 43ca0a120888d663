import type { Selectable } from 'kysely'
import type { CaipNetworkId } from 'latchkey/contract'
import type { AcceptedPayment, PaymentState } from 'latchkey/services'
import type { PaymentTables } from './tables.ts'

/** A payment as the store has it, with what counts for it. */
export interface Payment {
  readonly id: string
  readonly project: string
  readonly state: PaymentState
  readonly reference: string
  readonly accepts: readonly AcceptedPayment[]
  /** The same ways, as transfers are compared with them. */
  readonly ways: readonly PaymentWay[]
  readonly details: PaymentDetails
  readonly fiat: { readonly currency: string; readonly value: string; readonly lockedUntil: number } | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly watchUntil: number
  readonly dueAt: number | null
  readonly version: number
  readonly claims: readonly Selectable<PaymentTables['payment_claims']>[]
  readonly transfers: readonly PaymentTransfer[]
  readonly refunds: readonly PaymentRefund[]
}

export interface PaymentDetails {
  readonly description: string | null
  readonly referenceId: string | null
  readonly metadata: Readonly<Record<string, string>> | null
}

/** A way to pay. */
export interface PaymentWay {
  readonly place: number
  readonly chain: CaipNetworkId
  /** The token in the store's spelling; empty for the network's own currency. */
  readonly asset: string
  readonly recipient: string
  readonly units: bigint
  readonly fromBlock: number
}

/** A transfer that counts. */
export interface PaymentTransfer {
  readonly chain: CaipNetworkId
  readonly hash: string
  readonly place: number
  readonly way: number
  readonly units: bigint
  readonly payer: string
  readonly block: number
  readonly blockTime: number
  readonly at: number
}

export interface PaymentRefund {
  readonly id: string
  readonly state: 'proposed' | 'seen' | 'settled' | 'cancelled'
  readonly way: number
  readonly units: bigint
  readonly recipient: string
  readonly chain: CaipNetworkId
  readonly hash: string | null
  readonly place: number | null
  readonly fromBlock: number
}
