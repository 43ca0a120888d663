import { getCustodyWallet } from 'latchkey/contract'
import type { KeysContext } from '../keys/keysContext.ts'
import { KeysError } from '../keys/keysError.ts'
import { recoverKey } from '../keys/recovery/recoverKey.ts'
import { keyOfCode } from '../keys/recovery/recoveryCode.ts'

/**
 * Lets this browser sign for who is logged in again: by a recovery code, or without one where a login is enough.
 * @throws KeysError `secret` for a code that opens none of theirs, CustodyRefusal
 */
export async function recoverAccount(ctx: KeysContext, code: string | undefined): Promise<void> {
  const known = await ctx.client.call(getCustodyWallet)
  const kind = code === undefined ? 'operator' : 'code'
  const factors = known.wallet?.factors.filter(factor => factor.kind === kind) ?? []
  let failure: unknown = new KeysError(code === undefined ? 'recover' : 'secret')
  for (const factor of factors) {
    try {
      const key = code === undefined ? undefined : await keyOfCode(code, known.account)
      await recoverKey(ctx, { known, factor, key })
      return
    } catch (error) {
      failure = error
      // Another code of theirs may be the one that was typed.
      if (!(error instanceof KeysError) || error.code !== 'secret') break
    }
  }
  throw failure
}
