import { createSqliteStore } from './createSqliteStore.ts'
import type { Migration } from './migration.ts'
import type { StoreSettings } from './readStoreSettings.ts'
import type { Store } from './store.ts'

/**
 * The store that the settings name: PostgreSQL with a URL, else SQLite in its folder.
 * @throws StoreError with one clear sentence when it cannot be used.
 */
export async function openStore(settings: StoreSettings, migrations: readonly Migration[]): Promise<Store> {
  if (settings.databaseUrl !== undefined) {
    // Its client is loaded where it is used.
    const { createPostgresStore } = await import('./createPostgresStore.ts')
    return createPostgresStore({
      url: settings.databaseUrl,
      migrations,
      poolSize: settings.databasePool,
      statementTimeout: settings.databaseTimeout,
    })
  }
  return createSqliteStore({
    folder: settings.dataFolder,
    migrations,
    ...(settings.dataLimit === undefined ? {} : { maxBytes: settings.dataLimit }),
  })
}
