import { type CustodyWallet, getCustodyWallet } from 'latchkey/services'
import type { KeysContext } from '../keys/keysContext.ts'
import { KeysError } from '../keys/keysError.ts'
import { keyOfPassword } from '../keys/recovery/keyOfPassword.ts'
import { recoverKey } from '../keys/recovery/recoverKey.ts'
import { keyOfCode } from '../keys/recovery/recoveryCode.ts'

/** A recovery secret that is typed. */
export type SecretWay = Extract<RecoveryWay, { readonly kind: 'code' | 'password' }>

/** The way to recover a key: a secret of the visitor's, or none where the operator stores the share as well. */
export type RecoveryWay =
  | { readonly kind: 'operator' }
  | { readonly kind: 'code'; readonly code: string }
  | {
      readonly kind: 'password'
      readonly password: string
      /** From 0 to 1. */
      readonly onProgress?: (progress: number) => void
    }
  | { readonly kind: 'passkey'; readonly credential: string; readonly key: CryptoKey }

/**
 * Lets this browser sign for the logged-in visitor again.
 * @throws KeysError `secret` for what opens none of their factors, `text`; CustodyRefusal
 */
export async function recoverAccount(ctx: KeysContext, way: RecoveryWay): Promise<void> {
  const known = await ctx.client.call(getCustodyWallet)
  const factors =
    known.wallet?.factors.filter(
      ({ kind, params }) =>
        kind === way.kind && (way.kind !== 'passkey' || params.credential === way.credential),
    ) ?? []
  let failure: unknown = new KeysError(way.kind === 'operator' ? 'recover' : 'secret')
  if (factors.length === 0) throw failure
  const key = await keyOfWay(ctx, way, known)
  for (const factor of factors) {
    try {
      await recoverKey(ctx, { known, factor, key })
      return
    } catch (error) {
      failure = error
      // Another factor of theirs may be the one that is meant.
      if (!(error instanceof KeysError) || error.code !== 'secret') break
    }
  }
  throw failure
}

/** A password is tried once for all of its factors: each try counts. */
async function keyOfWay(
  ctx: KeysContext,
  way: RecoveryWay,
  { account }: CustodyWallet,
): Promise<CryptoKey | undefined> {
  switch (way.kind) {
    case 'operator':
      return undefined
    case 'passkey':
      return way.key
    case 'code':
      return keyOfCode(way.code, account)
    case 'password':
      return keyOfPassword(ctx.client, { ...way, account })
  }
}
