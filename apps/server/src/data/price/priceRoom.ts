import type { Room } from '../../core/context/room.ts'
import { type PriceSettings, readPriceSettings } from './readPriceSettings.ts'

/** Where prices come from; the balances' room reads and serves them. */
export const priceRoom: Room<{ readonly prices: PriceSettings }> = {
  settings: read => ({ prices: readPriceSettings(read) }),
  check: ({ prices, development }) =>
    prices.fixed.size > 0 && !development ? ['PRICE_FIXED is for development: it needs LATCHKEY_DEV=1'] : [],
  secrets: ({ prices }) => [prices.key],
}
