import { oneOf } from '../../engine/base/oneOf.ts'
import { type AllWallets, createAllWallets } from '../../engine/flows/catalogue/createAllWallets.ts'
import type { Widget } from '../shell/widget.ts'

/** The one catalogue of a widget, made when it is first looked at. */
export function allWalletsOf(widget: Widget): AllWallets {
  return oneOf(widget.engine.ctx, createAllWallets)
}
