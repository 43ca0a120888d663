import type { ServicesContext } from '../../core/context/servicesContext.ts'
import type { RpcSettings } from '../rpc/readRpcSettings.ts'
import { type ChainBook, createChainBook } from './createChainBook.ts'
import type { ChainSettings } from './readChainSettings.ts'

/** What this server knows of the chains it serves: `oneOf(ctx, makeChainBook)`. */
export function makeChainBook(
  ctx: ServicesContext<RpcSettings & { readonly chains: ChainSettings }>,
): ChainBook {
  return createChainBook({ served: ctx.settings.rpcUpstreams.keys(), settings: ctx.settings.chains })
}
