import { createPostgresStore } from './createPostgresStore.ts'
import { createSqliteStore } from './createSqliteStore.ts'
import type { Migration } from './migration.ts'
import type { StoreSettings } from './readStoreSettings.ts'
import type { Store } from './store.ts'

/**
 * The store that the settings name: PostgreSQL with a URL, else SQLite in its folder.
 * @throws StoreError with one clear sentence when it cannot be used.
 */
export function openStore(settings: StoreSettings, migrations: readonly Migration[]): Promise<Store> {
  if (settings.databaseUrl !== undefined)
    return createPostgresStore({
      url: settings.databaseUrl,
      migrations,
      poolSize: settings.databasePool,
      statementTimeout: settings.databaseTimeout,
    })
  return createSqliteStore({
    folder: settings.dataFolder,
    migrations,
    ...(settings.dataLimit === undefined ? {} : { maxBytes: settings.dataLimit }),
  })
}
