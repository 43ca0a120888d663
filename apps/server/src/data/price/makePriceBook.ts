import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { makeRpcProxy } from '../rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../rpc/readRpcSettings.ts'
import { createPriceBook, type PriceBook } from './createPriceBook.ts'
import { createPriceSource } from './createPriceSource.ts'
import type { PriceSettings } from './readPriceSettings.ts'

/** The prices that this server cached: `oneOf(ctx, makePriceBook)`. */
export function makePriceBook(
  ctx: ServicesContext<RpcSettings & { readonly prices: PriceSettings }>,
): PriceBook {
  const { settings, clock, log, metrics } = ctx
  return createPriceBook({
    source: createPriceSource(settings.prices, oneOf(ctx, makeRpcProxy)),
    clock,
    log,
    onUpstream: metrics?.upstream,
  })
}
