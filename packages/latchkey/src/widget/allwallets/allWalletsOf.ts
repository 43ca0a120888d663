import { oneOf } from '../../engine/base/oneOf.ts'
import { type AllWallets, createAllWallets } from '../../engine/flows/catalogue/createAllWallets.ts'
import { imagesOf } from '../shell/imagesOf.ts'
import type { Widget } from '../shell/widget.ts'

/** The one catalogue of a widget, made when it is first looked at. */
export function allWalletsOf(widget: Widget): AllWallets {
  return oneOf(widget, create)
}

function create(widget: Widget): AllWallets {
  const images = imagesOf(widget)
  return createAllWallets({ ctx: widget.engine.ctx, loadImage: id => images.image('wallets', id) })
}
