import { databaseUrl, type ReadVariable, wholeNumber } from '../settings/readers.ts'

/** Where the data is. */
export interface StoreSettings {
  readonly dataFolder: string
  /** Bytes beyond which the embedded database refuses to grow. */
  readonly dataLimit: number | undefined
  /** PostgreSQL instead of the folder. It holds a password: never log it. */
  readonly databaseUrl: string | undefined
  /** Connections at most. */
  readonly databasePool: number
  /** Milliseconds for one statement. */
  readonly databaseTimeout: number
}

export function readStoreSettings(read: ReadVariable): StoreSettings {
  return {
    dataFolder: read('DATA_FOLDER', '.data/server', text => text),
    dataLimit: read<number | undefined>(
      'DATA_LIMIT_MB',
      undefined,
      text => wholeNumber(1, 1_000_000_000)(text) * 1_000_000,
    ),
    databaseUrl: read<string | undefined>('DATABASE_URL', undefined, databaseUrl),
    databasePool: read('DATABASE_POOL', 10, wholeNumber(2, 1_000)),
    databaseTimeout: read('DATABASE_TIMEOUT_MS', 10_000, wholeNumber(100, 600_000)),
  }
}
