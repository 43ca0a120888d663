import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { createAssetFetch } from './createAssetFetch.ts'
import type { FetchPublic } from './fetchPublic.ts'
import type { ImagesSettings } from './readImagesSettings.ts'

/** Fetches what strangers name, `ipfs:` as well: `oneOf(ctx, makeFetchAsset)`. */
export function makeFetchAsset(ctx: ServicesContext<{ readonly images: ImagesSettings }>): FetchPublic {
  return createAssetFetch(ctx.settings.images)
}
