import type { DevicePair } from 'latchkey/services'
import { type Bytes, randomBytes, toHex, wipe, xorBytes } from './bytes.ts'
import { commitOf } from './commitOf.ts'
import { addressesOf } from './derive/addressesOf.ts'
import type { DeviceKey } from './deviceKey.ts'
import type { OwnHalf } from './pairRecord.ts'
import { type About, seal } from './sealed.ts'

/** What a device's own half is closed with. */
export function aboutOwnHalf(account: string, device: string, version: string): About {
  return ['own half', account, device, version]
}

/** Closes a device's own half. The half itself is gone afterwards. */
export async function closeOwnHalf(
  device: DeviceKey,
  of: {
    readonly account: string
    readonly epoch: number
    readonly version: string
    readonly own: Bytes
  },
): Promise<OwnHalf> {
  const { account, epoch, version, own } = of
  const about = aboutOwnHalf(account, device.device, version)
  const sealed = await seal(device.wrap, own, { kdf: 'wrap', epoch, about })
  wipe(own)
  return { epoch, version, sealed }
}

/** Splits a key for this device: what stays here, and what the services get (reference §2.3). */
export async function makePair(
  device: DeviceKey,
  of: { readonly account: string; readonly epoch: number; readonly entropy: Bytes },
): Promise<{ readonly record: DevicePair; readonly version: string; readonly half: string }> {
  const { account, epoch, entropy } = of
  const own = randomBytes(32)
  const theirs = xorBytes(entropy, own)
  const half = toHex(theirs)
  wipe(theirs)
  const version = toHex(randomBytes(16))
  const current = await closeOwnHalf(device, { account, epoch, version, own })
  const record: DevicePair = {
    v: 1,
    account,
    commit: commitOf(entropy, account),
    addresses: await addressesOf(entropy),
    current,
    pending: null,
  }
  return { record, version, half }
}
