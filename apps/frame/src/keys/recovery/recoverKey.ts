import { type CustodyWallet, postCustodyPair, postRecoveryRelease } from 'latchkey/services'
import { type Bytes, fromHex, wipe } from '../bytes.ts'
import { joinShares } from '../commitOf.ts'
import type { Addresses } from '../derive/addressesOf.ts'
import { type KeysContext, withSharesLock } from '../keysContext.ts'
import { KeysError } from '../keysError.ts'
import { withPossession } from '../ownerKey.ts'
import { openSealed } from '../sealed.ts'
import { splitForDevice } from '../splitForDevice.ts'
import { readShares, writeShares } from '../storedShares.ts'
import { aboutFactor } from './makeFactor.ts'

type Factor = NonNullable<CustodyWallet['wallet']>['factors'][number]

/**
 * Lets this device sign again, by a factor and its secret. The visitor's share is decrypted first: a wrong secret costs
 * none of the account's daily releases. `key` is undefined for the operator's factor alone.
 * @throws KeysError `secret`, `mismatch`, `recover` without a wallet; CustodyRefusal `CUSTODY_LIMIT`
 */
export async function recoverKey(
  ctx: KeysContext,
  options: { readonly known: CustodyWallet; readonly factor: Factor; readonly key: CryptoKey | undefined },
): Promise<Addresses> {
  const { known, factor, key } = options
  const { account, wallet } = known
  if (wallet === null) throw new KeysError('recover')
  const own = key && (await openSealed(key, factor.sealed, aboutFactor(account, factor.id)))
  let entropy: Bytes
  try {
    const released = await ctx.client.call(postRecoveryRelease, { id: factor.id })
    const mine = own ?? fromHex(released.open ?? '')
    const theirs = fromHex(released.half)
    try {
      if (mine.length !== theirs.length) throw new KeysError('mismatch')
      entropy = joinShares(mine, theirs, { commit: wallet.commit, account })
    } finally {
      wipe(mine, theirs)
    }
  } finally {
    if (own) wipe(own)
  }
  return enrollDevice(ctx, { known, entropy })
}

/** Splits a key that was recovered, or opened from the offline kit, for this device, and wipes it. */
export async function enrollDevice(
  ctx: KeysContext,
  options: { readonly known: CustodyWallet; readonly entropy: Bytes },
): Promise<Addresses> {
  const { known, entropy } = options
  const { account, wallet } = known
  const { device } = ctx.device
  try {
    return await withSharesLock(ctx, account, async () => {
      const before = wallet?.pairs.find(pair => pair.device === device)
      const epoch = (before?.epoch ?? 0) + 1
      const { record, version, half } = await splitForDevice(ctx.device, { account, epoch, entropy })
      if (wallet !== null && wallet.commit !== record.commit) throw new KeysError('mismatch')
      const body = await withPossession(entropy, {
        path: postCustodyPair.path,
        account,
        device,
        body: { epoch, version, half },
      })
      // Another tab may have been faster: until the services accepted the new share, the stored one may be the valid
      // one.
      const here = await readShares(ctx.database, account)
      await writeShares(ctx.database, { ...record, pending: here?.current ?? null })
      await ctx.client.call(postCustodyPair, body)
      if (here) await writeShares(ctx.database, record)
      return record.addresses
    })
  } finally {
    wipe(entropy)
  }
}
