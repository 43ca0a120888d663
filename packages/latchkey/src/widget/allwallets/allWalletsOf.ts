import { type AllWallets, createAllWallets } from '../../engine/flows/catalogue/createAllWallets.ts'
import { imagesOf } from '../shell/imagesOf.ts'
import type { Widget } from '../shell/widget.ts'

/** The one catalogue of a widget, made when it is first looked at. */
export function allWalletsOf(widget: Widget): AllWallets {
  const known = widget.kept.get('allWallets')
  if (known) return known as AllWallets
  const images = imagesOf(widget)
  const made = createAllWallets({
    ctx: widget.engine.ctx,
    loadImage: id => images.image('wallets', id),
  })
  widget.kept.set('allWallets', made)
  return made
}
