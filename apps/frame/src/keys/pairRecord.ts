import { type DevicePair, readDevicePair } from 'latchkey/services'
import type { KeyDatabase } from './keyDatabase.ts'

export type OwnHalf = DevicePair['current']

const nameOf = (id: string) => `pair ${id}`

/** Undefined when there is none, or what is there makes no sense: the person then recovers (T19). */
export async function readPair(database: KeyDatabase, id: string): Promise<DevicePair | undefined> {
  const pair = readDevicePair(await database.read(nameOf(id)))
  return pair?.account === id ? pair : undefined
}

export async function writePair(database: KeyDatabase, pair: DevicePair): Promise<void> {
  await database.write(nameOf(pair.account), pair)
}

export async function deletePair(database: KeyDatabase, id: string): Promise<void> {
  await database.delete(nameOf(id))
}
