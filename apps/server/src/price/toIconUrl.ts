import { formatRouteUrl, getTokenImage } from 'latchkey/contract'
import * as v from 'valibot'

/** The path of a token's picture, which the services have or not; null for a symbol that no picture is filed under. */
export function toIconUrl(symbol: string): string | null {
  if (!v.is(getTokenImage.params, { id: symbol })) return null
  return formatRouteUrl('', getTokenImage, { params: { id: symbol } }) as `/${string}`
}
