import { type DeviceShares, getCustodyWallet, postCustodyWallet } from 'latchkey/services'
import { type Bytes, randomBytes, wipe } from './bytes.ts'
import { CustodyRefusal } from './custodyClient.ts'
import type { Addresses } from './derive/addressesOf.ts'
import { type KeysContext, withSharesLock } from './keysContext.ts'
import { KeysError } from './keysError.ts'
import { ownerOf, withPossession } from './ownerKey.ts'
import type { FactorMaker } from './recovery/makeFactor.ts'
import { splitForDevice } from './splitForDevice.ts'
import { deleteShares, readShares, writeShares } from './storedShares.ts'

/**
 * Makes an account's key, or takes `entropy`, splits it for this device and wipes it. `factors` make the visitor's ways to
 * recover it; more can be added later. A new key's wallet is made with the smart account, one of `entropy` with the plain account,
 * which may hold something already (SPEC §6). `show` gets the key for the offline kit before it is wiped.
 * @throws KeysError `exists`, CustodyRefusal
 */
export async function createKey(
  ctx: KeysContext,
  options: {
    readonly account: string
    readonly factors?: readonly FactorMaker[]
    readonly entropy?: Bytes
    readonly show?: (entropy: Bytes) => Promise<void>
  },
): Promise<Addresses> {
  const { account, factors = [], show } = options
  const entropy = options.entropy ?? randomBytes(32)
  try {
    return await withSharesLock(ctx, account, async () => {
      const before = await readShares(ctx.database, account)
      // Made by another tab, or by a call whose answer was lost.
      if (before && (await isMade(ctx, before))) throw new KeysError('exists')
      const { record, version, half } = await splitForDevice(ctx.device, { account, epoch: 1, entropy })
      const made = await Promise.all(factors.map(make => make(entropy, account)))
      await show?.(entropy)
      const body = await withPossession(entropy, {
        path: postCustodyWallet.path,
        account,
        device: ctx.device.device,
        body: {
          commit: record.commit,
          owner: ownerOf(entropy),
          version,
          half,
          factors: made,
          ...(options.entropy === undefined && { accountType: 'smartAccount' as const }),
        },
      })
      // Our share first: a share that only the services have is useless.
      await writeShares(ctx.database, record)
      try {
        await ctx.client.call(postCustodyWallet, body)
      } catch (error) {
        if (!(error instanceof CustodyRefusal) || error.code !== 'CUSTODY_EXISTS') throw error
        // The stored record may be the right one: its call can have taken longer than we waited.
        if (before && (await isMade(ctx, before))) await writeShares(ctx.database, before)
        else await deleteShares(ctx.database, account)
        throw new KeysError('exists')
      }
      return record.addresses
    })
  } finally {
    wipe(entropy)
  }
}

/**
 * Whether the services have this key. @throws CustodyRefusal SIGN_IN_INVALID where another tab logged another visitor
 * in
 */
async function isMade(ctx: KeysContext, { account, commit }: DeviceShares): Promise<boolean> {
  const known = await ctx.client.call(getCustodyWallet)
  if (known.account !== account) throw new CustodyRefusal('SIGN_IN_INVALID')
  return known.wallet?.commit === commit
}
