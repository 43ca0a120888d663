import { formatRouteUrl, getTokenImage } from 'latchkey/services'
import logos from '../assets/registry/logos.json' with { type: 'json' }
import monograms from '../assets/registry/monograms.json' with { type: 'json' }

const drawn: ReadonlySet<string> = new Set([
  ...Object.keys(logos.chosen.tokens),
  ...Object.keys(monograms.tokens),
])

/**
 * Returns the path of a listed currency's picture, null where there is none. An unlisted token of the same name must
 * not look like it.
 */
export function toIconUrl(symbol: string): string | null {
  const id = symbol.toLowerCase()
  return drawn.has(id) ? formatRouteUrl('', getTokenImage, { params: { id } }) : null
}
