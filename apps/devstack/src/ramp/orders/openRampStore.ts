import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { RampDelivery } from '../hooks/planDeliveries.ts'
import type { RampOrder, RampPayout, RampState } from './rampOrder.ts'

const schema = `
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, transactionId TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, externalSessionId TEXT UNIQUE, externalCustomerId TEXT,
    customerId TEXT NOT NULL, service TEXT NOT NULL, wallet TEXT NOT NULL, country TEXT NOT NULL, sourceAmount TEXT, sourceCurrency TEXT NOT NULL,
    asset TEXT NOT NULL, amount TEXT, transactionFee TEXT NOT NULL, networkFee TEXT NOT NULL, method TEXT, redirectUrl TEXT, state TEXT NOT NULL,
    step TEXT NOT NULL, reason TEXT, email TEXT, attempts INTEGER NOT NULL, visit TEXT, linkUntil INTEGER NOT NULL, sendAt INTEGER,
    createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS orders_state ON orders (state);
  CREATE TABLE IF NOT EXISTS payouts (
    orderId TEXT PRIMARY KEY REFERENCES orders (id), chainId INTEGER NOT NULL, nonce INTEGER NOT NULL, raw TEXT NOT NULL, hash TEXT NOT NULL UNIQUE,
    UNIQUE (chainId, nonce)) STRICT;
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY, orderId TEXT NOT NULL REFERENCES orders (id), eventId TEXT NOT NULL, body TEXT NOT NULL, flaw TEXT, dueAt INTEGER NOT NULL,
    tries INTEGER NOT NULL, status INTEGER, doneAt INTEGER) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (dueAt) WHERE doneAt IS NULL;
  CREATE TABLE IF NOT EXISTS holdings (email TEXT NOT NULL, asset TEXT NOT NULL, units TEXT NOT NULL, PRIMARY KEY (email, asset)) STRICT;
  CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`

/** A delivery, as it is stored. */
export interface StoredDelivery extends RampDelivery {
  readonly id: number
  readonly tries: number
  /** Of the last answer; null while there was none. */
  readonly status: number | null
  readonly doneAt: number | null
}

type Change = Partial<
  Pick<RampOrder, 'state' | 'step' | 'reason' | 'email' | 'attempts' | 'visit' | 'sendAt'>
> &
  Partial<Pick<RampOrder, 'amount' | 'sourceAmount'>>

/** The ramp's database: each write is on the disk when the function returns. */
export interface RampStore {
  /** Signs links, and is made once. */
  readonly linkSecret: string
  /** Runs what is done whole or not at all. */
  atomically<Result>(work: () => Result): Result
  /** False when the external session id is taken. */
  addOrder(order: RampOrder): boolean
  findOrder(by: 'id' | 'transactionId' | 'externalSessionId', value: string): RampOrder | undefined
  listOrders(state: RampState): readonly RampOrder[]
  /** The moment of the earliest end of an order that is not paid. */
  nextExpiry(): number | undefined
  /** Changes an order that is still in one of these states, and at this step; false when it is not. */
  changeOrder(
    where: { id: string; states: readonly RampState[]; step?: RampOrder['step'] },
    change: Change,
    now: number,
  ): boolean
  addPayout(payout: RampPayout): void
  findPayout(orderId: string): RampPayout | undefined
  /** Those from a nonce on, in their order. */
  listPayouts(chainId: number, from: number): readonly RampPayout[]
  /** The nonce after the last stored one. */
  nextNonce(chainId: number): number
  addDeliveries(deliveries: readonly RampDelivery[]): void
  listDeliveries(orderId: string): readonly StoredDelivery[]
  dueDeliveries(now: number): readonly StoredDelivery[]
  nextDelivery(): number | undefined
  settleDelivery(id: number, change: { status: number | null; doneAt: number | null; dueAt: number }): void
  holdingOf(email: string, asset: string): bigint | undefined
  setHolding(email: string, asset: string, units: bigint): void
  close(): void
}

/**
 * Opens the ramp's database in a folder.
 * @throws Error of SQLite
 */
export function openRampStore(folder: string): RampStore {
  const database = new DatabaseSync(join(folder, 'ramp.sqlite'))
  // A commit is on the disk before its transaction is broadcast.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;')
  database.exec(schema)
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  function prepare(sql: string) {
    const kept = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, kept)
    return kept
  }
  const all = <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[]
  const get = <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values) as Row | undefined
  const run = (sql: string, ...values: SQLInputValue[]) => Number(prepare(sql).run(...values).changes)

  run('INSERT OR IGNORE INTO secrets VALUES (?, ?)', 'link', randomBytes(32).toString('base64url'))
  const linkSecret = get<{ value: string }>('SELECT value FROM secrets WHERE name = ?', 'link')?.value ?? ''

  return {
    linkSecret,
    atomically(work) {
      if (database.isTransaction) return work()
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
    addOrder(order) {
      const columns = Object.keys(order)
      const marks = columns.map(() => '?').join()
      const sql = `INSERT INTO orders (${columns.join()}) VALUES (${marks}) ON CONFLICT (externalSessionId) DO NOTHING`
      return run(sql, ...(Object.values(order) as SQLInputValue[])) === 1
    },
    findOrder: (by, value) => get(`SELECT * FROM orders WHERE ${by} = ?`, value),
    listOrders: state => all('SELECT * FROM orders WHERE state = ? ORDER BY createdAt, id', state),
    nextExpiry: () =>
      get<{ at: number | null }>(`SELECT min(expiresAt) AS at FROM orders WHERE state IN ('created', 'open')`)
        ?.at ?? undefined,
    changeOrder({ id, states, step }, change, now) {
      const columns = Object.keys(change).map(column => `${column} = ?`)
      const sql = `UPDATE orders SET ${[...columns, 'updatedAt = ?'].join()}
        WHERE id = ? AND state IN (${states.map(() => '?').join()})${step === undefined ? '' : ' AND step = ?'}`
      const values = [...Object.values(change), now, id, ...states, ...(step === undefined ? [] : [step])]
      return run(sql, ...(values as SQLInputValue[])) === 1
    },
    addPayout({ orderId, chainId, nonce, raw, hash }) {
      run('INSERT INTO payouts VALUES (?, ?, ?, ?, ?)', orderId, chainId, nonce, raw, hash)
    },
    findPayout: orderId => get('SELECT * FROM payouts WHERE orderId = ?', orderId),
    listPayouts: (chainId, from) =>
      all('SELECT * FROM payouts WHERE chainId = ? AND nonce >= ? ORDER BY nonce', chainId, from),
    nextNonce: chainId =>
      get<{ next: number }>(
        'SELECT coalesce(max(nonce) + 1, 0) AS next FROM payouts WHERE chainId = ?',
        chainId,
      )?.next ?? 0,
    addDeliveries(deliveries) {
      for (const { orderId, eventId, body, flaw, dueAt } of deliveries)
        run(
          'INSERT INTO deliveries (orderId, eventId, body, flaw, dueAt, tries) VALUES (?, ?, ?, ?, ?, 0)',
          orderId,
          eventId,
          body,
          flaw,
          dueAt,
        )
    },
    listDeliveries: orderId => all('SELECT * FROM deliveries WHERE orderId = ? ORDER BY id', orderId),
    dueDeliveries: now =>
      all('SELECT * FROM deliveries WHERE doneAt IS NULL AND dueAt <= ? ORDER BY dueAt, id LIMIT 20', now),
    nextDelivery: () =>
      get<{ at: number | null }>('SELECT min(dueAt) AS at FROM deliveries WHERE doneAt IS NULL')?.at ??
      undefined,
    settleDelivery(id, { status, doneAt, dueAt }) {
      run(
        'UPDATE deliveries SET tries = tries + 1, status = ?, doneAt = ?, dueAt = ? WHERE id = ?',
        status,
        doneAt,
        dueAt,
        id,
      )
    },
    holdingOf(email, asset) {
      const row = get<{ units: string }>(
        'SELECT units FROM holdings WHERE email = ? AND asset = ?',
        email,
        asset,
      )
      return row && BigInt(row.units)
    },
    setHolding(email, asset, units) {
      run('INSERT OR REPLACE INTO holdings VALUES (?, ?, ?)', email, asset, String(units))
    },
    close: () => database.close(),
  }
}
