import type { Store } from '../../core/store/store.ts'
import { createEnvelopes } from './createEnvelopes.ts'
import { listUsedKeys } from './vault/openVault.ts'
import { type KeyPurpose, type KeyVault, keyPurposes } from './vault/vault.ts'

const batch = 500
const oneDay = 86_400_000

interface Closed {
  readonly kek: string
  readonly dek: Uint8Array
}

/**
 * Closes every row's key under the vault's newest one, in batches, while servers work: a row that changes meanwhile is
 * closed under it already, and a run that was ended is taken up by the next. Answers how many rows were closed anew.
 * @throws VaultError, StoreError
 */
export async function rewrapKeys(deps: {
  readonly store: Store
  readonly vault: KeyVault
  readonly onBatch?: (rows: number) => void
}): Promise<number> {
  const { store, vault, onBatch } = deps
  const { db, compose } = store
  const envelopes = createEnvelopes({ vault })
  let total = 0

  /** Reads some that are closed under an older key, closes them anew, until there are none. */
  async function run<R>(
    purpose: KeyPurpose,
    read: (newest: string) => Promise<readonly R[]>,
    closedOf: (row: R) => Closed,
    write: (row: R, again: Closed) => ReturnType<ReturnType<Store['compose']['updateTable']>['compile']>,
  ): Promise<void> {
    const newest = await vault.newest(purpose)
    for (;;) {
      const rows = await read(newest)
      if (rows.length === 0) return
      const again = await Promise.all(
        rows.map(async row =>
          write(row, await envelopes.rewrap(purpose, { ...closedOf(row), box: nothing })),
        ),
      )
      await store.write(again)
      total += rows.length
      onBatch?.(rows.length)
    }
  }

  await run(
    'device',
    newest =>
      db
        .selectFrom('custody_pairs')
        .select(['account_id', 'device', 'kek', 'dek'])
        .where('kek', '<>', newest)
        .limit(batch)
        .execute(),
    row => row,
    (row, again) =>
      compose
        .updateTable('custody_pairs')
        .set(again)
        .where('account_id', '=', row.account_id)
        .where('device', '=', row.device)
        // Another key share may have come in its place since.
        .where('dek', '=', row.dek)
        .compile(),
  )
  await run(
    'device',
    newest =>
      db
        .selectFrom('custody_pairs')
        .select(['account_id', 'device', 'next_kek', 'next_dek'])
        .where('next_kek', '<>', newest)
        .limit(batch)
        .execute(),
    ({ next_kek, next_dek }) => ({ kek: next_kek ?? '', dek: next_dek ?? nothing }),
    (row, { kek, dek }) =>
      compose
        .updateTable('custody_pairs')
        .set({ next_kek: kek, next_dek: dek })
        .where('account_id', '=', row.account_id)
        .where('device', '=', row.device)
        .where('next_dek', '=', row.next_dek)
        .compile(),
  )
  await run(
    'recovery',
    newest =>
      db
        .selectFrom('custody_factors')
        .select(['account_id', 'factor', 'kek', 'dek'])
        .where('kek', '<>', newest)
        .limit(batch)
        .execute(),
    row => row,
    (row, again) =>
      compose
        .updateTable('custody_factors')
        .set(again)
        .where('account_id', '=', row.account_id)
        .where('factor', '=', row.factor)
        .where('dek', '=', row.dek)
        .compile(),
  )
  await run(
    'password',
    newest =>
      db
        .selectFrom('custody_passwords')
        .select(['account_id', 'kek', 'dek'])
        .where('kek', '<>', newest)
        .limit(batch)
        .execute(),
    row => row,
    (row, again) =>
      compose
        .updateTable('custody_passwords')
        .set(again)
        .where('account_id', '=', row.account_id)
        .where('dek', '=', row.dek)
        .compile(),
  )
  return total
}

const nothing = new Uint8Array(0)

/** Gives each purpose a new key, and closes every row's key under it. @throws VaultError, StoreError */
export async function rotateKeys(deps: Parameters<typeof rewrapKeys>[0]): Promise<number> {
  for (const purpose of keyPurposes) await deps.vault.add(purpose)
  return rewrapKeys(deps)
}

/**
 * Destroys the keys that no row is encrypted under and that are older than `days`. Key shares in older backups, also
 * revoked ones, can then no longer be decrypted (reference §2.3). The newest key of a purpose stays, and so does a key
 * of unknown age. Returns the destroyed keys. @throws VaultError, StoreError
 */
export async function shredKeys(deps: {
  readonly store: Store
  readonly vault: KeyVault
  readonly days: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Promise<readonly { readonly purpose: KeyPurpose; readonly id: string }[]> {
  const { store, vault, days, now } = deps
  const destroyed: { purpose: KeyPurpose; id: string }[] = []
  for (const purpose of keyPurposes) {
    const keys = await vault.list(purpose)
    for (const [index, { id, createdAt }] of keys.entries()) {
      // Looked up for each: a server that was slow may have closed something under it in the meantime.
      const used = (await listUsedKeys(store))[purpose]
      const isOld = createdAt !== undefined && createdAt <= now() - days * oneDay
      // A system that destroys versions in their order keeps all that come after the first one in use.
      if (index === keys.length - 1 || used.has(id) || !isOld) break
      await vault.destroy(purpose, id)
      destroyed.push({ purpose, id })
    }
  }
  return destroyed
}
