import { type DevicePair, postCustodyRefresh, postCustodyRefreshAck } from 'latchkey/services'
import { randomBytes, toHex, wipe, xorBytes } from './bytes.ts'
import { CustodyRefusal } from './custodyClient.ts'
import { type KeysContext, withPairLock } from './keysContext.ts'
import { closeOwnHalf } from './makePair.ts'
import { readPair, writePair } from './pairRecord.ts'
import { openOwn, requireStale } from './withKey.ts'

/**
 * Splits the key anew without having it: both halves are XORed with the same pad, in two phases (reference §2.3). Wherever
 * it breaks off, this device keeps the half that goes with the services'. Answers whether it was done; false where this
 * device has no half that counts. @throws KeysError, CustodyRefusal
 */
export async function refreshPair(ctx: KeysContext, options: { readonly account: string }): Promise<boolean> {
  const { account } = options
  return withPairLock(ctx, account, async () => {
    const known = await readPair(ctx.database, account)
    const pair = known && (await settle(ctx, known))
    if (pair === undefined) return false
    const { current } = pair
    const own = await openOwn(ctx, account, current)
    const pad = randomBytes(32)
    const version = toHex(randomBytes(16))
    const epoch = current.epoch + 1
    const next = await closeOwnHalf(ctx.device, { account, epoch, version, own: xorBytes(own, pad) })
    const body = { epoch: current.epoch, version: current.version, next: { version, pad: toHex(pad) } }
    wipe(own, pad)
    // Before the services are told that we have it, nothing but the old half counts, whatever becomes of this call.
    if (await isStale(ctx.client.call(postCustodyRefresh, body))) return false
    await writePair(ctx.database, { ...pair, pending: next })
    return (await settle(ctx, { ...pair, pending: next }))?.current === next
  })
}

/** Finishes a refresh whose end was not heard of: saying it again does no harm. Afterwards one half counts. */
async function settle(ctx: KeysContext, pair: DevicePair): Promise<DevicePair> {
  const { pending } = pair
  if (pending === null) return pair
  const { epoch, version } = pending
  const isDead = await isStale(ctx.client.call(postCustodyRefreshAck, { epoch, version }))
  if (isDead) await requireStale(ctx, pair.account, [pending])
  const settled = { ...pair, current: isDead ? pair.current : pending, pending: null }
  await writePair(ctx.database, settled)
  return settled
}

/** Whether the services know the pair no more as it was told to them: the next use of the key finds out what counts. */
async function isStale(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return false
  } catch (error) {
    if (error instanceof CustodyRefusal && /^CUSTODY_(?:EPOCH|NOT_FOUND)$/.test(error.code)) return true
    throw error
  }
}
