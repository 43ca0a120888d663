import { postCustodyWalletDelete } from 'latchkey/contract'
import type { KeysContext } from './keysContext.ts'
import { withPossession } from './ownerKey.ts'
import { deletePair } from './pairRecord.ts'
import { noRequest, withKey } from './withKey.ts'

/** Deletes every half of an account's key that there is, here and at the services, by whoever has the key. @throws KeysError, CustodyRefusal */
export async function deleteKey(ctx: KeysContext, options: { readonly account: string }): Promise<void> {
  const { account } = options
  await withKey(ctx, { account, request: noRequest, purpose: 'recovery' }, async entropy => {
    const { path } = postCustodyWalletDelete
    const body = await withPossession(entropy, { path, account, device: ctx.device.device, body: {} })
    await ctx.client.call(postCustodyWalletDelete, body)
  })
  await deletePair(ctx.database, account)
}
