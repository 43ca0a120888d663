import { createMemoryDatabase } from '../keys/createMemoryDatabase.ts'
import { type DeviceKey, openDeviceKey } from '../keys/deviceKey.ts'
import type { KeyDatabase } from '../keys/keyDatabase.ts'
import type { LoginDeps } from './loginDeps.ts'

export interface OpenedKeys {
  readonly database: KeyDatabase
  readonly device: DeviceKey
  /** They end with the page. */
  readonly isForgetful: boolean
}

/** The browser's keys, or some that end with the page where it keeps nothing for it (F30), or has no room for them (F31). */
export async function openKeys(deps: Pick<LoginDeps, 'openDatabase' | 'locks' | 'now'>): Promise<OpenedKeys> {
  const openIn = async (database: KeyDatabase) => ({
    database,
    device: await openDeviceKey({ ...deps, database }),
  })
  try {
    return { ...(await openIn(await deps.openDatabase())), isForgetful: false }
  } catch {
    return { ...(await openIn(createMemoryDatabase())), isForgetful: true }
  }
}
