import { postRecoveryFactor, postRecoveryFactorDelete } from 'latchkey/services'
import type { KeysContext } from '../keysContext.ts'
import { withPossession } from '../ownerKey.ts'
import { noRequest, withKey } from '../withKey.ts'
import type { FactorMaker } from './makeFactor.ts'

/** Adds a way to recover the key; returns its id. @throws KeysError, CustodyRefusal CUSTODY_STEP_UP */
export function addFactor(
  ctx: KeysContext,
  options: { readonly account: string; readonly make: FactorMaker },
): Promise<string> {
  const { account, make } = options
  return withKey(ctx, { account, request: noRequest, purpose: 'recovery' }, async entropy => {
    const { path } = postRecoveryFactor
    const body = { factor: await make(entropy, account) }
    const shown = await withPossession(entropy, { path, account, device: ctx.device.device, body })
    return (await ctx.client.call(postRecoveryFactor, shown)).id
  })
}

/** Deletes a way to recover the key; returns whether there was one. @throws KeysError, CustodyRefusal CUSTODY_STEP_UP */
export function deleteFactor(
  ctx: KeysContext,
  options: { readonly account: string; readonly id: string },
): Promise<boolean> {
  const { account, id } = options
  return withKey(ctx, { account, request: noRequest, purpose: 'recovery' }, async entropy => {
    const { path } = postRecoveryFactorDelete
    const shown = await withPossession(entropy, { path, account, device: ctx.device.device, body: { id } })
    return (await ctx.client.call(postRecoveryFactorDelete, shown)).deleted
  })
}
