import type { Hono } from 'hono'
import {
  getAssetImage,
  getCurrencyImage,
  getTokenImage,
  getWalletImage,
  type RouteDefinition,
} from 'latchkey/services'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import { mountRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { sendKept } from '../../core/http/sendKept.ts'
import type { ImageKind, Images } from './createImages.ts'

export interface AssetDeps {
  readonly images: Images
  /** Takes one from the client's allowance and says how many seconds are to be waited, 0 for none. */
  readonly take: (c: AppContext) => number | Promise<number>
  readonly bodyLimit: number
}

const year = 'public, max-age=31536000, immutable'
const day = 'public, max-age=86400, stale-while-revalidate=604800'

/**
 * The pictures of wallets, networks, currencies and tokens (SPEC §7). They are public, since an `<img>` cannot say from
 * which page it comes, and they hold nothing of a project's; any page may read their bytes, which is how a client checks
 * a wallet's picture against its signed listing.
 */
export function mountAssets(app: Hono<AppTypes>, deps: AssetDeps): void {
  const mount = (call: RouteDefinition, kind: ImageKind) =>
    mountRoute(app, call, deps, async (request, c) => {
      // Refusals are readable everywhere as well, or a page could not distinguish a missing picture from a broken
      // network.
      c.header('Access-Control-Allow-Origin', '*')
      c.header('Cross-Origin-Resource-Policy', 'cross-origin')
      const wait = await deps.take(c)
      if (wait > 0) throw new RouteFault('APKT010', { retryAfter: wait })
      const { id } = request.params as { readonly id: string }
      const image = deps.images.find(kind, id)
      if (image === undefined) throw new RouteFault('NOT_FOUND')
      // An SVG that is opened as a page of its own must not run or load anything (T68).
      c.header('Content-Security-Policy', "default-src 'none'; sandbox")
      return sendKept(c, image, { type: 'image/svg+xml', caching: id === image.digest ? year : day })
    })
  mount(getWalletImage, 'wallets')
  mount(getAssetImage, 'networks')
  mount(getCurrencyImage, 'currencies')
  mount(getTokenImage, 'tokens')
}
