import { createMemoryDatabase } from '../keys/createMemoryDatabase.ts'
import type { KeyDatabase } from '../keys/keyDatabase.ts'

export interface OpenedKeys {
  readonly database: KeyDatabase
  /** They end with the page. */
  readonly isForgetful: boolean
}

/** The browser's keys, or some that end with the page where it keeps nothing for it (F30). */
export async function openKeys(open: () => Promise<KeyDatabase>): Promise<OpenedKeys> {
  try {
    return { database: await open(), isForgetful: false }
  } catch {
    return { database: createMemoryDatabase(), isForgetful: true }
  }
}
