import type { Store } from '../../core/store/store.ts'
import { aboutShare } from './createDeviceShares.ts'
import { openWith } from './vault/closeWith.ts'
import type { KeyPurpose, KeyVault } from './vault/vault.ts'

/** What an attacker reads who has the database, every key of the vault and our code, and nothing of the visitor (T76). */
export interface Stolen {
  /** Every 32 bytes that were in an encrypted row, or lie open in any table or text. */
  readonly secrets: readonly Uint8Array[]
  /** The OPRF keys, by account. */
  readonly oprfKeys: ReadonlyMap<string, Uint8Array>
  /** MACs by which a guessed key of an account shows to be the right one. */
  readonly commits: ReadonlyMap<string, string>
}

/** Every row of the tables of custody that say something of keys. */
export async function dumpCustody({ db }: Pick<Store, 'db'>): Promise<readonly Record<string, unknown>[]> {
  const tables = ['custody_wallets', 'custody_pairs', 'custody_factors', 'custody_passwords'] as const
  return (await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute()))).flat()
}

/** Opens all that the database and the vault open together. */
export async function steal(store: Pick<Store, 'db'>, vault: KeyVault): Promise<Stolen> {
  const { db } = store
  const openRow = async (
    purpose: KeyPurpose,
    row: { readonly kek: string; readonly dek: Uint8Array; readonly box: Uint8Array },
    about: string,
  ) => openWith(await vault.unwrap(purpose, { kek: row.kek, wrapped: row.dek }), row.box, about)

  const opened: Uint8Array[] = []
  for (const row of await db.selectFrom('custody_pairs').selectAll().execute()) {
    const of = { account: row.account_id, device: row.device }
    opened.push(await openRow('device', row, JSON.stringify(aboutShare(of, row))))
  }
  for (const row of await db.selectFrom('custody_factors').selectAll().execute())
    opened.push(
      await openRow('recovery', row, JSON.stringify(['factor', row.account_id, row.factor, row.kind])),
    )
  const oprfKeys = new Map<string, Uint8Array>()
  for (const row of await db.selectFrom('custody_passwords').selectAll().execute())
    oprfKeys.set(row.account_id, await openRow('password', row, JSON.stringify(['oprf', row.account_id])))

  const rows = await dumpCustody(store)
  const binary = rows.flatMap(row => Object.values(row).filter(value => value instanceof Uint8Array))
  const texts = JSON.stringify(rows).match(/[0-9a-f]{64}/g) ?? []
  const wallets = await db.selectFrom('custody_wallets').select(['account_id', 'commit_mac']).execute()
  return {
    secrets: [
      ...[...opened, ...oprfKeys.values(), ...binary].flatMap(windows),
      ...texts.map(text => Uint8Array.from(Buffer.from(text, 'hex'))),
    ],
    oprfKeys,
    commits: new Map(wallets.map(row => [row.account_id, row.commit_mac])),
  }
}

function windows(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: Math.max(0, bytes.length - 31) }, (_, at) =>
    Uint8Array.from(bytes.subarray(at, at + 32)),
  )
}
