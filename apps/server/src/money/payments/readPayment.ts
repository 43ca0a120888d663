import type { Selectable } from 'kysely'
import type { Store } from '../../core/store/store.ts'
import type { Payment } from './payment.ts'
import type { PaymentTables } from './tables.ts'

/** Reads a payment with all that belongs to it; undefined for none. */
export async function readPayment(store: Pick<Store, 'db'>, id: string): Promise<Payment | undefined> {
  const { db } = store
  const row = await db
    .selectFrom('payments')
    .select([
      'id',
      'project_id',
      'state',
      'reference',
      'accepts',
      'details',
      'fiat',
      'created_at',
      'expires_at',
      'watch_until',
      'due_at',
      'version',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const [ways, claims, transfers, refunds] = await Promise.all([
    db
      .selectFrom('payment_ways')
      .select(['place', 'chain', 'asset', 'recipient', 'units', 'from_block'])
      .where('payment_id', '=', id)
      .orderBy('place')
      .execute(),
    db
      .selectFrom('payment_claims')
      .select(['payment_id', 'chain', 'hash', 'state', 'at'])
      .where('payment_id', '=', id)
      .orderBy('at')
      .orderBy('hash')
      .execute(),
    db
      .selectFrom('payment_transfers')
      .select(['chain', 'hash', 'place', 'way', 'units', 'payer', 'block', 'block_time', 'at'])
      .where('payment_id', '=', id)
      .orderBy('block')
      .orderBy('hash')
      .orderBy('place')
      .execute(),
    db
      .selectFrom('payment_refunds')
      .select(['id', 'state', 'way', 'units', 'recipient', 'chain', 'hash', 'place', 'from_block'])
      .where('payment_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  ])
  return {
    ...fromRow(row),
    ways: ways.map(({ from_block, units, ...way }) => ({
      ...way,
      units: BigInt(units),
      fromBlock: from_block,
    })),
    claims,
    transfers: transfers.map(({ block_time, units, ...transfer }) => ({
      ...transfer,
      units: BigInt(units),
      blockTime: block_time,
    })),
    refunds: refunds.map(({ from_block, units, ...refund }) => ({
      ...refund,
      units: BigInt(units),
      fromBlock: from_block,
    })),
  }
}

type Row = Omit<Selectable<PaymentTables['payments']>, 'is_stale'>

function fromRow(row: Row): Omit<Payment, 'ways' | 'claims' | 'transfers' | 'refunds'> {
  return {
    id: row.id,
    project: row.project_id,
    state: row.state,
    reference: row.reference,
    accepts: JSON.parse(row.accepts),
    details: JSON.parse(row.details),
    fiat: row.fiat === null ? null : JSON.parse(row.fiat),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    watchUntil: row.watch_until,
    dueAt: row.due_at,
    version: row.version,
  }
}
