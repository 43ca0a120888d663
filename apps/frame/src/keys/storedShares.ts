import { type DeviceShares, readDeviceShares } from 'latchkey/services'
import type { KeyDatabase } from './keyDatabase.ts'

/** One of the device's own key shares, encrypted. */
export type OwnShare = DeviceShares['current']

/** The stored name, which installed wallets have. */
const nameOf = (id: string) => `pair ${id}`

/** Reads an account's key shares. Undefined when there are none or they are damaged: the visitor then recovers (T19). */
export async function readShares(database: KeyDatabase, id: string): Promise<DeviceShares | undefined> {
  const shares = readDeviceShares(await database.read(nameOf(id)))
  return shares?.account === id ? shares : undefined
}

/** Stores an account's key shares in place of any it has. */
export async function writeShares(database: KeyDatabase, shares: DeviceShares): Promise<void> {
  await database.write(nameOf(shares.account), shares)
}

/** Deletes an account's key shares from this device. */
export async function deleteShares(database: KeyDatabase, id: string): Promise<void> {
  await database.delete(nameOf(id))
}
