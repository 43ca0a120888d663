import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import { createCoinGeckoPrices } from './createCoinGeckoPrices.ts'
import { createExchangePrices } from './createExchangePrices.ts'
import type { PriceSource } from './priceSource.ts'
import type { PriceSettings } from './readPriceSettings.ts'
import { withFixedPrices } from './withFixedPrices.ts'

/** The source that the operator chose, with fixed prices before it; undefined for none. */
export function createPriceSource(
  settings: PriceSettings,
  proxy: Pick<RpcProxy, 'call'>,
): PriceSource | undefined {
  return withFixedPrices(createSource(settings, proxy), settings.fixed)
}

function createSource(settings: PriceSettings, proxy: Pick<RpcProxy, 'call'>): PriceSource | undefined {
  switch (settings.source) {
    case 'none':
      return undefined
    case 'coingecko':
      return createCoinGeckoPrices(settings)
    case 'exchange':
      return createExchangePrices({ exchanges: settings.exchanges, proxy })
  }
}
