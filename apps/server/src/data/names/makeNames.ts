import type { Hex } from 'viem'
import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { createFetchPublic } from '../images/createFetchPublic.ts'
import { makeRpcProxy } from '../rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../rpc/readRpcSettings.ts'
import { createNames, type Names } from './createNames.ts'
import type { NameSettings } from './readNameSettings.ts'

/** The names of this server: `oneOf(ctx, makeNames)`. */
export function makeNames(ctx: ServicesContext<RpcSettings & { readonly names: NameSettings }>): Names {
  return createNames({
    ...ctx,
    settings: ctx.settings.names,
    signerKey: oneOf(ctx, makeSignerKey),
    proxy: oneOf(ctx, makeRpcProxy),
    fetchPublic: createFetchPublic(),
  })
}

/** The key that signs for the zone where the settings have none; a server with a data folder provides one. */
export function makeSignerKey(_ctx: object): Hex | undefined {
  return undefined
}
