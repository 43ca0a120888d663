import { createPostgresStore } from './createPostgresStore.ts'
import { createSqliteStore } from './createSqliteStore.ts'
import type { StoreSettings } from './readStoreSettings.ts'
import type { Store } from './store.ts'

/**
 * The store that the settings name: PostgreSQL with a URL, else SQLite in its folder.
 * @throws StoreError with one clear sentence when it cannot be used.
 */
export function openStore(settings: StoreSettings): Promise<Store> {
  if (settings.databaseUrl !== undefined)
    return createPostgresStore({
      url: settings.databaseUrl,
      poolSize: settings.databasePool,
      statementTimeout: settings.databaseTimeout,
    })
  return createSqliteStore({
    folder: settings.dataFolder,
    ...(settings.dataLimit === undefined ? {} : { maxBytes: settings.dataLimit }),
  })
}
