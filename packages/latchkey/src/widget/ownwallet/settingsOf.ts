import { createSettings, type Settings } from '../../engine/flows/ownwallet/createSettings.ts'
import type { Widget } from '../shell/widget.ts'

/** The wallet's settings of this widget. */
export function settingsOf(widget: Widget): Settings {
  const known = widget.kept.get('walletSettings') as Settings | undefined
  const settings = known ?? createSettings(widget.engine.ctx)
  widget.kept.set('walletSettings', settings)
  return settings
}
