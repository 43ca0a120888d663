import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { createImages } from './createImages.ts'
import { makeFetchAsset } from './makeFetchAsset.ts'
import { mountImages } from './mountImages.ts'
import { type ImagesSettings, readImagesSettings } from './readImagesSettings.ts'

/** Shows pictures of strangers from the server's own address. */
export const imagesRoom: Room<{ readonly images: ImagesSettings }> = {
  settings: read => ({ images: readImagesSettings(read) }),
  mount(app, ctx) {
    const fetchAsset = oneOf(ctx, makeFetchAsset)
    const images = createImages({ fetchAsset, clock: ctx.clock, ...ctx.settings.images })
    mountImages(app, { ...ctx, images })
  },
}
