import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { makeRpcProxy } from '../rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../rpc/readRpcSettings.ts'
import { createMintReader, type ReadMints } from './createMintReader.ts'

/** The mints that this server read lately: `oneOf(ctx, makeMintReader)`. */
export function makeMintReader(ctx: ServicesContext<RpcSettings>): ReadMints {
  return createMintReader({ proxy: oneOf(ctx, makeRpcProxy), clock: ctx.clock })
}
