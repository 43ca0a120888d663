import { postRecoveryFactor, postRecoveryFactorDelete } from 'latchkey/services'
import type { KeysContext } from '../keysContext.ts'
import { withPossession } from '../ownerKey.ts'
import { changeRequest, withKey } from '../withKey.ts'
import { type FactorMaker, newFactorId } from './makeFactor.ts'

/**
 * Adds a way to recover the key; returns its id. The services release their share for this one factor. @throws KeysError,
 * CustodyRefusal CUSTODY_STEP_UP
 */
export function addFactor(
  ctx: KeysContext,
  options: { readonly account: string; readonly make: FactorMaker },
): Promise<string> {
  const { account, make } = options
  const { path } = postRecoveryFactor
  const id = newFactorId()
  const request = changeRequest({ path, subject: id })
  return withKey(ctx, { account, request, purpose: 'recovery' }, async entropy => {
    const body = { factor: await make(entropy, account, id) }
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
  const { path } = postRecoveryFactorDelete
  const request = changeRequest({ path, subject: id })
  return withKey(ctx, { account, request, purpose: 'recovery' }, async entropy => {
    const shown = await withPossession(entropy, { path, account, device: ctx.device.device, body: { id } })
    return (await ctx.client.call(postRecoveryFactorDelete, shown)).deleted
  })
}
