import type { DeviceShares } from 'latchkey/services'
import { type Bytes, randomBytes, toHex, wipe, xorBytes } from './bytes.ts'
import { commitOf } from './commitOf.ts'
import { addressesOf } from './derive/addressesOf.ts'
import type { DeviceKey } from './deviceKey.ts'
import { type About, seal } from './sealed.ts'
import type { OwnShare } from './storedShares.ts'

/** The associated data of a device's own key share. */
export function aboutOwnShare(account: string, device: string, version: string): About {
  return ['own half', account, device, version]
}

/** Encrypts a device's own key share, and wipes the plain one. */
export async function sealOwnShare(
  device: DeviceKey,
  of: {
    readonly account: string
    readonly epoch: number
    readonly version: string
    readonly own: Bytes
  },
): Promise<OwnShare> {
  const { account, epoch, version, own } = of
  const about = aboutOwnShare(account, device.device, version)
  const sealed = await seal(device.wrap, own, { kdf: 'wrap', epoch, about })
  wipe(own)
  return { epoch, version, sealed }
}

/** Splits a key for this device: one key share stays here, the services get the other (reference §2.3). */
export async function splitForDevice(
  device: DeviceKey,
  of: { readonly account: string; readonly epoch: number; readonly entropy: Bytes },
): Promise<{ readonly record: DeviceShares; readonly version: string; readonly half: string }> {
  const { account, epoch, entropy } = of
  const own = randomBytes(32)
  const theirs = xorBytes(entropy, own)
  const half = toHex(theirs)
  wipe(theirs)
  const version = toHex(randomBytes(16))
  const current = await sealOwnShare(device, { account, epoch, version, own })
  const record: DeviceShares = {
    v: 1,
    account,
    commit: commitOf(entropy, account),
    addresses: await addressesOf(entropy),
    current,
    pending: null,
  }
  return { record, version, half }
}
