import { type DeviceShares, postCustodyRefresh, postCustodyRefreshAck } from 'latchkey/services'
import { randomBytes, toHex, wipe, xorBytes } from './bytes.ts'
import { CustodyRefusal } from './custodyClient.ts'
import { type KeysContext, withSharesLock } from './keysContext.ts'
import { sealOwnShare } from './splitForDevice.ts'
import { readShares, writeShares } from './storedShares.ts'
import { openOwn, requireStale } from './withKey.ts'

/**
 * Splits the key anew without joining it: both key shares are XORed with the same pad, in two phases (reference §2.3).
 * Wherever it breaks off, this device still has the share that matches the services'. Returns whether it was done; false
 * where this device has no valid share. @throws KeysError, CustodyRefusal
 */
export async function refreshShares(
  ctx: KeysContext,
  options: { readonly account: string },
): Promise<boolean> {
  const { account } = options
  return withSharesLock(ctx, account, async () => {
    const known = await readShares(ctx.database, account)
    const shares = known && (await settle(ctx, known))
    if (shares === undefined) return false
    const { current } = shares
    const own = await openOwn(ctx, account, current)
    const pad = randomBytes(32)
    const version = toHex(randomBytes(16))
    const epoch = current.epoch + 1
    const next = await sealOwnShare(ctx.device, { account, epoch, version, own: xorBytes(own, pad) })
    const body = { epoch: current.epoch, version: current.version, next: { version, pad: toHex(pad) } }
    wipe(own, pad)
    // Until we acknowledge the new share to the services, only the old one is valid, whatever becomes of this call.
    if (await isStale(ctx.client.call(postCustodyRefresh, body))) return false
    await writeShares(ctx.database, { ...shares, pending: next })
    return (await settle(ctx, { ...shares, pending: next }))?.current === next
  })
}

/** Finishes a refresh whose answer was lost: acknowledging again does no harm. Afterwards one key share is valid. */
async function settle(ctx: KeysContext, shares: DeviceShares): Promise<DeviceShares> {
  const { pending } = shares
  if (pending === null) return shares
  const { epoch, version } = pending
  const isDead = await isStale(ctx.client.call(postCustodyRefreshAck, { epoch, version }))
  if (isDead) await requireStale(ctx, shares.account, [pending])
  const settled = { ...shares, current: isDead ? shares.current : pending, pending: null }
  await writeShares(ctx.database, settled)
  return settled
}

/** Whether the services no longer know the shares under this epoch and version. The next use of the key finds out which count. */
async function isStale(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return false
  } catch (error) {
    if (error instanceof CustodyRefusal && /^CUSTODY_(?:EPOCH|NOT_FOUND)$/.test(error.code)) return true
    throw error
  }
}
