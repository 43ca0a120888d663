import { createMemoryDatabase } from '../keys/createMemoryDatabase.ts'
import { type DeviceKey, openDeviceKey } from '../keys/deviceKey.ts'
import type { KeyDatabase } from '../keys/keyDatabase.ts'
import type { LoginDeps } from './loginDeps.ts'
import type { Memory } from './memoryOf.ts'

export interface OpenedKeys {
  readonly database: KeyDatabase
  readonly device: DeviceKey
  readonly memory: Memory
}

/** The browser's keys, or some that end with the page where it keeps nothing for it (F30), or has no room for them (F31). */
export async function openKeys(
  deps: Pick<LoginDeps, 'openDatabase' | 'memoryDatabase' | 'memory' | 'locks' | 'now'>,
): Promise<OpenedKeys> {
  const openIn = async (database: KeyDatabase) => ({
    database,
    device: await openDeviceKey({ ...deps, database }),
  })
  try {
    return { ...(await openIn(await deps.openDatabase())), memory: deps.memory }
  } catch {
    return { ...(await openIn(deps.memoryDatabase ?? createMemoryDatabase())), memory: 'page' }
  }
}
