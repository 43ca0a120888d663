import { type CompiledQuery, sql } from 'kysely'
import type { Store } from '../store/store.ts'

/** Who leads, as the table says. */
export interface LeaseRow {
  readonly holder: string
  readonly token: number
  readonly beat: number
  readonly ttl: number
}

export async function readLease(store: Store, name: string): Promise<LeaseRow | undefined> {
  return store.db
    .selectFrom('leases')
    .select(['holder', 'token', 'beat', 'ttl'])
    .where('name', '=', name)
    .executeTakeFirst()
}

/**
 * Takes a lease that is free, was released, or whose holder has been silent since `seen` was read. It is one
 * conditional statement, so one of any number of candidates gets it. Returns its token.
 */
export async function takeLease(
  store: Store,
  options: { readonly name: string; readonly holder: string; readonly ttl: number },
  seen: LeaseRow | undefined,
): Promise<number | undefined> {
  const { name, holder, ttl } = options
  const query =
    seen === undefined
      ? store.compose
          .insertInto('leases')
          .values({ name, holder, token: 1, beat: 0, ttl, is_fenced: 0 })
          .onConflict(conflict => conflict.doNothing())
          .returning('token')
          .compile()
      : store.compose
          .updateTable('leases')
          .set(eb => ({ holder, ttl, beat: 0, token: eb('token', '+', 1) }))
          .where('name', '=', name)
          .where('token', '=', seen.token)
          .where('beat', '=', seen.beat)
          .where('holder', '=', seen.holder)
          .returning('token')
          .compile()
  const [rows] = await store.write([query])
  return rows[0]?.token
}

/** Renews a lease; false when it is another's by now. */
export async function renewLease(store: Store, name: string, token: number): Promise<boolean> {
  const [rows] = await store.write([
    store.compose
      .updateTable('leases')
      .set(eb => ({ beat: eb('beat', '+', 1) }))
      .where('name', '=', name)
      .where('token', '=', token)
      .where('holder', '!=', '')
      .returning('token')
      .compile(),
  ])
  return rows.length > 0
}

/** Lays a lease down, unless it is another's by now. */
export async function releaseLease(store: Store, name: string, token: number): Promise<void> {
  await store.write([
    store.compose
      .updateTable('leases')
      .set({ holder: '' })
      .where('name', '=', name)
      .where('token', '=', token)
      .compile(),
  ])
}

/** A statement that the table refuses, and its whole batch with it, once the lease has another token. */
export function fenceLease(store: Store, name: string, token: number): CompiledQuery {
  return store.compose
    .updateTable('leases')
    .set({ is_fenced: sql<number>`CASE WHEN token = ${token} THEN 0 ELSE 1 END` })
    .where('name', '=', name)
    .compile()
}
