import { postLoginDelete } from 'latchkey/services'
import type { KeysContext } from './keysContext.ts'
import { withPossession } from './ownerKey.ts'
import { deleteShares } from './storedShares.ts'
import { changeRequest, withKey } from './withKey.ts'

/**
 * Deletes every share of an account's key, here and at the services, and the account with it. The call proves
 * possession of the key. @throws KeysError, CustodyRefusal
 * CUSTODY_STEP_UP, LOGIN_STEP_UP
 */
export async function deleteKey(ctx: KeysContext, options: { readonly account: string }): Promise<void> {
  const { account } = options
  const { path } = postLoginDelete
  const request = changeRequest({ path, subject: account })
  await withKey(ctx, { account, request, purpose: 'recovery' }, async entropy => {
    const body = { account }
    const shown = await withPossession(entropy, { path, account, device: ctx.device.device, body })
    await ctx.client.call(postLoginDelete, shown)
  })
  await deleteShares(ctx.database, account)
}
