import { oneOf } from '../../engine/base/oneOf.ts'
import { createSettings, type Settings } from '../../engine/flows/ownwallet/createSettings.ts'
import type { Widget } from '../shell/widget.ts'

/** The wallet's settings of this widget. */
export function settingsOf(widget: Widget): Settings {
  return oneOf(widget.engine.ctx, createSettings)
}
