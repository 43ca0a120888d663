import { getCustodyWallet } from 'latchkey/services'
import type { KeysContext } from '../keys/keysContext.ts'
import { addFactor } from '../keys/recovery/addFactor.ts'
import { isOwnCode } from '../keys/recovery/isOwnCode.ts'
import { passkeyFactor } from '../keys/recovery/keyOfPasskey.ts'
import { type FactorMaker, factorOf, operatorFactor } from '../keys/recovery/makeFactor.ts'
import { keyOfCode } from '../keys/recovery/recoveryCode.ts'
import { readShares } from '../keys/storedShares.ts'
import type { RecoveryWay } from './recoverAccount.ts'

/** The recovery method of a new key. */
export type Keepsake = Exclude<RecoveryWay, { kind: 'password' }>

export async function makerOf(way: Keepsake, account: string): Promise<FactorMaker> {
  switch (way.kind) {
    case 'operator':
      return operatorFactor()
    case 'passkey':
      return passkeyFactor(way.key, way.credential)
    case 'code':
      return factorOf('code', await keyOfCode(way.code, account))
  }
}

/**
 * Another tab made the key, by something else: what this one told its visitor to keep recovers it as well.
 * @throws CustodyRefusal, KeysError
 */
export async function keepAsWell(ctx: KeysContext, account: string, way: Keepsake): Promise<void> {
  const isHere = (await readShares(ctx.database, account)) !== undefined
  if (!isHere || (await isKept(ctx, way))) return
  await addFactor(ctx, { account, make: await makerOf(way, account) })
}

async function isKept(ctx: KeysContext, way: Keepsake): Promise<boolean> {
  if (way.kind === 'code') return isOwnCode(ctx, way.code)
  const { wallet } = await ctx.client.call(getCustodyWallet)
  const factors = wallet?.factors ?? []
  return factors.some(
    ({ kind, params }) =>
      kind === way.kind && (way.kind !== 'passkey' || params.credential === way.credential),
  )
}
