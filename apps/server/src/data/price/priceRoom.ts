import type { Room } from '../../core/context/room.ts'
import { type PriceSettings, readPriceSettings } from './readPriceSettings.ts'

/** Where prices come from; the balances' room reads and serves them. */
export const priceRoom: Room<{ readonly prices: PriceSettings }> = {
  settings: read => ({ prices: readPriceSettings(read) }),
  secrets: ({ prices }) => [prices.key],
}
