import type { Selectable } from 'kysely'
import type { CaipAsset, WireOrder } from 'latchkey/services'
import type { OrderTables } from './tables.ts'

/** An order as the store has it. */
export type OrderRow = Selectable<OrderTables['money_orders']>

/** An order as the wire tells it. */
export function toWireOrder(row: OrderRow): WireOrder {
  const { fiat_currency: currency, fiat_amount: amount } = row
  return {
    id: row.id,
    kind: row.kind,
    provider: row.provider,
    providerName: row.provider_name,
    state: row.state,
    asset: row.asset as CaipAsset,
    // A quote is an estimate; what an exchange is to send was agreed.
    amount: row.credited_amount ?? row.told_amount ?? (row.kind === 'exchange' ? row.expected_amount : null),
    recipient: row.recipient,
    fiat: currency === null || amount === null ? null : { currency, amount },
    hash: row.hash,
    reason: row.reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  }
}
