import { formatRouteUrl, getTokenImage } from 'latchkey/services'
import logos from '../assets/registry/logos.json' with { type: 'json' }
import monograms from '../assets/registry/monograms.json' with { type: 'json' }

const drawn: ReadonlySet<string> = new Set([
  ...Object.keys(logos.chosen.tokens),
  ...Object.keys(monograms.tokens),
])

/**
 * The path of the picture of a currency that somebody vouches for, null where there is none. A token that only calls
 * itself so must not look like it.
 */
export function toIconUrl(symbol: string): string | null {
  const id = symbol.toLowerCase()
  return drawn.has(id) ? formatRouteUrl('', getTokenImage, { params: { id } }) : null
}
