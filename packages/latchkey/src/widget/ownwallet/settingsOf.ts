import type { Widget } from '../shell/widget.ts'
import { createSettings, type Settings } from './createSettings.ts'

/** The wallet's settings of this widget. */
export function settingsOf(widget: Widget): Settings {
  const known = widget.kept.get('walletSettings') as Settings | undefined
  const settings = known ?? createSettings(widget)
  widget.kept.set('walletSettings', settings)
  return settings
}
