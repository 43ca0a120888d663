import { getCustodyWallet } from 'latchkey/services'
import type { KeysContext } from '../keys/keysContext.ts'
import { addFactor } from '../keys/recovery/addFactor.ts'
import { isOwnCode } from '../keys/recovery/isOwnCode.ts'
import { passkeyFactor } from '../keys/recovery/keyOfPasskey.ts'
import { keyOfPassword } from '../keys/recovery/keyOfPassword.ts'
import { type FactorMaker, factorOf, operatorFactor } from '../keys/recovery/makeFactor.ts'
import { keyOfCode } from '../keys/recovery/recoveryCode.ts'
import { readShares } from '../keys/storedShares.ts'
import type { RecoveryWay } from './recoverAccount.ts'

/** A recovery method of a key; a passkey's can have a label. */
export type Keepsake = RecoveryWay & { readonly label?: string | undefined }

/** Makes the factor of a recovery method. @throws KeysError `text`; CustodyRefusal CUSTODY_LOCKED for a password */
export async function makerOf(ctx: KeysContext, way: Keepsake, account: string): Promise<FactorMaker> {
  switch (way.kind) {
    case 'operator':
      return operatorFactor()
    case 'passkey':
      return passkeyFactor(way.key, way.credential, way.label)
    case 'code':
      return factorOf('code', await keyOfCode(way.code, account))
    case 'password':
      return factorOf('password', await keyOfPassword(ctx.client, { ...way, account }))
  }
}

/**
 * Lets what the visitor keeps recover the key that is here, unless it does already: another tab may have made the key, by
 * something else. @throws CustodyRefusal, KeysError
 */
export async function keepAsWell(ctx: KeysContext, account: string, way: Keepsake): Promise<void> {
  const isHere = (await readShares(ctx.database, account)) !== undefined
  if (!isHere || (await isKept(ctx, way))) return
  await addFactor(ctx, { account, make: await makerOf(ctx, way, account) })
}

async function isKept(ctx: KeysContext, way: Keepsake): Promise<boolean> {
  if (way.kind === 'code') return isOwnCode(ctx, way.code)
  // Which one it is, nothing says.
  if (way.kind === 'password') return false
  const { wallet } = await ctx.client.call(getCustodyWallet)
  const factors = wallet?.factors ?? []
  return factors.some(
    ({ kind, params }) =>
      kind === way.kind && (way.kind !== 'passkey' || params.credential === way.credential),
  )
}
