import { join } from 'node:path'
import { EnvironmentError } from '../../../core/settings/environmentError.ts'
import type { Store } from '../../../core/store/store.ts'
import type { CustodySettings } from '../readCustodySettings.ts'
import { createFileVault } from './createFileVault.ts'
import { createKeyRecord } from './createKeyRecord.ts'
import { createListedVault } from './createListedVault.ts'
import { createTransitVault } from './createTransitVault.ts'
import { type KeyPurpose, type KeyVault, keyPurposes, VaultError } from './vault.ts'

/** The vault that the settings name. */
export function openVault(
  settings: CustodySettings,
  deps: {
    readonly store: Store
    readonly dataFolder: string
    readonly now: () => number
    readonly clock: () => number
  },
): KeyVault {
  const { dataFolder, now, clock } = deps
  if (settings.transit !== undefined) return createTransitVault({ ...settings.transit, clock })
  if (settings.keys !== undefined) return createListedVault(settings.keys)
  const folder = settings.keyFolder ?? join(dataFolder, 'custody-keys')
  return createFileVault({ folder, record: createKeyRecord(deps), now, clock })
}

/** Ids of the vault's keys that rows are closed under, by what they are for. */
export async function listUsedKeys(
  store: Pick<Store, 'db'>,
): Promise<Readonly<Record<KeyPurpose, ReadonlySet<string>>>> {
  const { db } = store
  const [current, next, recovery, password] = await Promise.all([
    db.selectFrom('custody_pairs').select('kek').distinct().execute(),
    db.selectFrom('custody_pairs').select('next_kek as kek').distinct().execute(),
    db.selectFrom('custody_factors').select('kek').distinct().execute(),
    db.selectFrom('custody_passwords').select('kek').distinct().execute(),
  ])
  const idsOf = (rows: readonly { readonly kek: string | null }[]) =>
    new Set(rows.flatMap(({ kek }) => kek ?? []))
  return { device: idsOf([...current, ...next]), recovery: idsOf(recovery), password: idsOf(password) }
}

/**
 * Refuses to start beside a database whose key shares cannot be decrypted: a restored one without its keys, or a folder
 * that is not mounted (T114), even where nothing was encrypted under its keys yet. @throws EnvironmentError
 */
export async function checkVault(store: Pick<Store, 'db'>, vault: KeyVault): Promise<void> {
  const used = await listUsedKeys(store)
  const noted = await store.db.selectFrom('custody_vault_keys').select('purpose').execute()
  const had = new Set(noted.map(({ purpose }) => purpose))
  const problems: string[] = []
  for (const purpose of keyPurposes) {
    if (used[purpose].size === 0 && !had.has(purpose)) continue
    const known = await listKnown(vault, purpose, problems)
    const missing = [...used[purpose]].filter(id => !known.has(id))
    if (missing.length > 0)
      problems.push(
        `The vault lacks keys for ${purpose} that key shares are encrypted under: ${missing.join(', ')}`,
      )
  }
  if (problems.length > 0) throw new EnvironmentError(problems)
}

async function listKnown(
  vault: KeyVault,
  purpose: KeyPurpose,
  problems: string[],
): Promise<ReadonlySet<string>> {
  try {
    return new Set((await vault.list(purpose)).map(({ id }) => id))
  } catch (error) {
    if (!(error instanceof VaultError) || error.reason !== 'gone') throw error
    problems.push(error.message)
    return new Set()
  }
}
