import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { makeBundlers } from '../rpc/makeBundlers.ts'
import { makeRpcProxy } from '../rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../rpc/readRpcSettings.ts'
import { createSmartNetworks } from './createSmartNetworks.ts'

type Ctx = ServicesContext<RpcSettings & { readonly permissions: { readonly projects: ReadonlySet<string> } }>

/** Lists the networks that carry smart accounts: `oneOf(ctx, makeSmartNetworks)`. */
export function makeSmartNetworks(ctx: Ctx): ReturnType<typeof createSmartNetworks> {
  const [proxy, bundlers] = [oneOf(ctx, makeRpcProxy), oneOf(ctx, makeBundlers)]
  return createSmartNetworks({
    ...ctx,
    proxy,
    bundlers,
    networks: [...ctx.settings.bundlerUrls.keys()],
    hasPermissions: ctx.settings.permissions.projects.size > 0,
  })
}
