import { errorTable } from '../../contract/errors/table.ts'
import type { Widget } from '../shell/widget.ts'

/** Reads the native balance while Account is shown, anew for another account or network; a failure is said once. */
export function keepBalance(widget: Widget): () => void {
  const { engine, notify, snapshot } = widget
  let told = false
  // Fetched with the view: the notice it may need is that the network is gone.
  import('../../ui/notice/Snackbar.tsx').catch(() => undefined)
  const refresh = () => {
    engine.refreshBalance().catch(() => {
      const own = snapshot().config.texts?.['error.BALANCE_UNAVAILABLE']
      if (!told) notify({ message: own ?? errorTable.BALANCE_UNAVAILABLE.text, variant: 'error' })
      told = true
    })
  }
  refresh()
  const { facts } = engine.ctx
  const stops = [facts.on('accountChanged', refresh), facts.on('networkChanged', refresh)]
  return () => {
    told = true
    for (const stop of stops) stop()
  }
}
