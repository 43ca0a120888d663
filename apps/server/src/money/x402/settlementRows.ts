import type { Selectable } from 'kysely'
import type { Store } from '../../core/store/store.ts'
import type { X402Tables } from './tables.ts'

/** A settlement as it is stored. */
export type SettlementRow = Selectable<X402Tables['x402_settlements']>

/** Which payment it is. */
export type PaymentKey = Pick<SettlementRow, 'network' | 'asset' | 'payer' | 'nonce'>

type Tables = Pick<Store, 'db' | 'compose' | 'write'>

/** Returns the settlement of a payment. */
export function findSettlement({ db }: Tables, key: PaymentKey): Promise<SettlementRow | undefined> {
  return db
    .selectFrom('x402_settlements')
    .selectAll()
    .where('network', '=', key.network)
    .where('asset', '=', key.asset)
    .where('payer', '=', key.payer)
    .where('nonce', '=', key.nonce)
    .executeTakeFirst()
}

/** Stores a settlement, unless its payment or the signer's nonce has one: whether it was stored. */
export async function insertSettlement(store: Tables, row: SettlementRow): Promise<boolean> {
  const insert = store.compose
    .insertInto('x402_settlements')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('hash')
  const [rows] = await store.write([insert.compile()])
  return rows.length === 1
}

/** Says how a settlement ended. */
export async function endSettlement(store: Tables, hash: string, state: 'settled' | 'failed'): Promise<void> {
  await store.write([
    store.compose.updateTable('x402_settlements').set({ state }).where('hash', '=', hash).compile(),
  ])
}

/** Returns the highest nonce that a signer has used on a network; -1 for none. */
export async function lastNonce({ db }: Tables, network: string, signer: string): Promise<number> {
  const row = await db
    .selectFrom('x402_settlements')
    .select('signer_nonce')
    .where('network', '=', network)
    .where('signer', '=', signer)
    .orderBy('signer_nonce', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.signer_nonce ?? -1
}

/** Returns a signer's transactions from a nonce on, which the chain has not seen or has lost; 50 at most. */
export function listFrom(
  { db }: Tables,
  of: { readonly network: string; readonly signer: string; readonly nonce: number },
): Promise<SettlementRow[]> {
  return db
    .selectFrom('x402_settlements')
    .selectAll()
    .where('network', '=', of.network)
    .where('signer', '=', of.signer)
    .where('signer_nonce', '>=', of.nonce)
    .orderBy('signer_nonce')
    .limit(50)
    .execute()
}

/** Returns what is open and older than a moment, the oldest first; 100 at most. */
export function listOpen({ db }: Tables, before: number): Promise<SettlementRow[]> {
  return db
    .selectFrom('x402_settlements')
    .selectAll()
    .where('state', '=', 'open')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(100)
    .execute()
}

/** Counts a project's settlements since a moment. */
export async function countSince({ db }: Tables, project: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('x402_settlements')
    .select(({ fn }) => fn.countAll<number | string | bigint>().as('count'))
    .where('project_id', '=', project)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
