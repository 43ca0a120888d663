import { randomBytes, toHex, xorBytes } from './bytes.ts'
import { commitOf } from './commitOf.ts'
import { addressesOf } from './derive/addressesOf.ts'
import { openDeviceKey } from './deviceKey.ts'
import { memoryDatabase } from './keyDatabase.fixture.ts'
import type { KeysContext } from './keysContext.ts'
import { sealOwnShare } from './splitForDevice.ts'
import { writeShares } from './storedShares.ts'

export const account = 'ann'

/** A device whose services answer what a test says, and make no byte array of their own. */
export async function openDevice(
  answer: (path: string, body?: object) => object = () => ({}),
): Promise<KeysContext> {
  const database = memoryDatabase()
  const { locks } = navigator
  const device = await openDeviceKey({ database, locks, now: () => 1_800_000_000_000 })
  const client = { call: async (route: { readonly path: string }, body?: object) => answer(route.path, body) }
  return { database, locks, device, client: client as never }
}

/** A key that a device holds, with both of its shares. */
export async function openWallet(answer: (path: string, usual: object) => object = (_path, usual) => usual) {
  const entropy = randomBytes(32)
  const theirs = randomBytes(32)
  const own = xorBytes(entropy, theirs)
  const commit = commitOf(entropy, account)
  const half = toHex(theirs)
  const ctx = await openDevice(path => answer(path, { half, commit }))
  const addresses = await addressesOf(entropy)
  const current = await sealOwnShare(ctx.device, {
    account,
    epoch: 1,
    version: '22'.repeat(16),
    own: Uint8Array.from(own),
  })
  await writeShares(ctx.database, { v: 1, account, commit, addresses, current, pending: null })
  return { ctx, entropy, own, theirs, commit, addresses }
}
