import { oneOf } from '../../engine/base/oneOf.ts'
import { createOffers, type Offers } from '../../engine/flows/login/createOffers.ts'
import type { Widget } from '../shell/widget.ts'

/** What can be offered in a widget to log in by. */
export function offersOf(widget: Widget): Offers {
  return oneOf(widget.engine.ctx, createOffers)
}
