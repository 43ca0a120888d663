import { errorTextOf } from '../../contract/errors/errorTextOf.ts'
import type { Widget } from '../shell/widget.ts'

/** Reads the native balance while Account is shown, again for another account or network; announces a failure once. */
export function keepBalance(widget: Widget): () => void {
  const { engine, notify, snapshot } = widget
  let told = false
  // Fetched with the view: the notice it may need is that the network is gone.
  import('../../ui/notice/Snackbar.tsx').catch(() => undefined)
  const refresh = () => {
    engine.refreshBalance().catch(() => {
      const message = errorTextOf('BALANCE_UNAVAILABLE', snapshot().config.texts)
      if (!told) notify({ message, variant: 'error' })
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
