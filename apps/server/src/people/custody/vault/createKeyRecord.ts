import type { Store } from '../../../core/store/store.ts'
import type { KeyPurpose } from './vault.ts'

/** Remembers beside the key shares for which purposes the vault had a key, so that a lost one is not taken for a first one. */
export interface KeyRecord {
  /** @throws StoreError */
  had(purpose: KeyPurpose): Promise<boolean>
  /** Writes down, once in this process, that the purpose has a key. @throws StoreError */
  note(purpose: KeyPurpose): Promise<void>
}

export function createKeyRecord(deps: {
  readonly store: Pick<Store, 'db' | 'compose' | 'write'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}): KeyRecord {
  const { store, now } = deps
  const noted = new Set<KeyPurpose>()
  return {
    async had(purpose) {
      const row = await store.db
        .selectFrom('custody_vault_keys')
        .select('purpose')
        .where('purpose', '=', purpose)
        .executeTakeFirst()
      return row !== undefined
    },
    async note(purpose) {
      if (noted.has(purpose)) return
      await store.write([
        store.compose
          .insertInto('custody_vault_keys')
          .values({ purpose, noted_at: now() })
          .onConflict(conflict => conflict.column('purpose').doNothing())
          .compile(),
      ])
      noted.add(purpose)
    },
  }
}
