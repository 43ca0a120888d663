import type { CustodyClient } from './custodyClient.ts'
import type { DeviceKey } from './deviceKey.ts'
import type { KeyDatabase } from './keyDatabase.ts'

/** The services that the functions of this folder share. */
export interface KeysContext {
  readonly client: CustodyClient
  readonly database: KeyDatabase
  readonly device: DeviceKey
  /** The browser's Web Locks: two tabs change key shares one after the other. */
  readonly locks: Pick<LockManager, 'request'>
}

/** Runs while no other tab of this browser and host site changes the account's key shares. */
export async function withSharesLock<T>(
  ctx: KeysContext,
  account: string,
  work: () => Promise<T>,
): Promise<T> {
  return (await ctx.locks.request(`latchkey pair ${account}`, work)) as T
}
