import type { Frame } from '../../embedded/openFrame.ts'
import { hideFrame } from '../frame/hideFrame.ts'
import type { Widget } from '../shell/widget.ts'

/** Leaving what waits for an approval refuses all of it (SPEC §4 "Wallet request rejected"). */
export function enterApprove(widget: Widget): () => void {
  let frame: Frame | undefined
  widget.engine.ctx.frame?.().then(
    made => {
      frame = made
    },
    () => undefined,
  )
  return () => {
    hideFrame(widget)
    // Decided already, it shows something else by now.
    if (frame?.area.screen === 'APPROVE') frame.request('RPC_ABORT', {}).catch(() => undefined)
  }
}
