import { hideFrame } from '../frame/hideFrame.ts'
import type { DataOf } from '../shell/defineView.ts'
import type { Widget } from '../shell/widget.ts'
import { settingsOf } from './settingsOf.ts'

const starts = ['RECOVERY_SETUP', 'DEVICES', 'PASSKEY'] as const

/**
 * Has the frame show the settings of the logged-in visitor; other wallets have none. The returned function hides them.
 */
export function enterWalletSettings(widget: Widget, data: DataOf<'WalletSettings'>): () => void {
  const { connections } = widget.engine.ctx.connections.getState()
  if (!connections.some(({ transport }) => transport === 'embedded')) {
    widget.open('Account')
    return () => undefined
  }
  const settings = settingsOf(widget)
  const off = settings.machine.subscribe(({ at }) => {
    // To whatever led here: a transfer that waits for it goes on.
    if (at === 'done') widget.back()
  })
  // What a host gave is not checked: whatever it is, they begin somewhere.
  settings.begin(starts.find(screen => screen === data?.screen) ?? 'SETTINGS')
  return () => {
    off()
    settings.leave()
    hideFrame(widget)
  }
}
