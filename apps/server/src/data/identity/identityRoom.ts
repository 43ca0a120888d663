import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { makeNames } from '../names/makeNames.ts'
import type { NameSettings } from '../names/readNameSettings.ts'
import type { RpcSettings } from '../rpc/readRpcSettings.ts'
import { createIdentities } from './createIdentities.ts'
import { mountIdentity } from './mountIdentity.ts'

/** Names and pictures of accounts. */
export const identityRoom: Room<unknown, RpcSettings & { readonly names: NameSettings }> = {
  mount(app, ctx) {
    const findIdentity = createIdentities({ names: oneOf(ctx, makeNames), clock: ctx.clock })
    mountIdentity(app, { ...ctx, findIdentity })
  },
}
