import { getCustodyWallet } from 'latchkey/services'
import { wipe } from '../bytes.ts'
import type { KeysContext } from '../keysContext.ts'
import { KeysError } from '../keysError.ts'
import { openSealed } from '../sealed.ts'
import { aboutFactor } from './makeFactor.ts'
import { keyOfCode } from './recoveryCode.ts'

/** Whether a recovery code belongs to the account. Decrypts a share here; the services release none for it. @throws KeysError `text` */
export async function isOwnCode(ctx: KeysContext, code: string): Promise<boolean> {
  const { account, wallet } = await ctx.client.call(getCustodyWallet)
  const key = await keyOfCode(code, account)
  for (const factor of wallet?.factors ?? []) {
    if (factor.kind !== 'code') continue
    try {
      wipe(await openSealed(key, factor.sealed, aboutFactor(account, factor.id)))
      return true
    } catch (error) {
      if (!(error instanceof KeysError)) throw error
    }
  }
  return false
}
