import type { CaipNetworkId } from '../../contract/caip.ts'
import { tickTime } from '../shell/tickTime.ts'
import type { Widget } from '../shell/widget.ts'
import { switchingOf } from './switchingOf.ts'

/** Asks the wallet to move, and goes on once the tick of its success was shown. The answer leaves it. */
export function enterSwitching(widget: Widget, caipNetworkId: CaipNetworkId): () => void {
  const switching = switchingOf(widget)
  let stopTick = () => {}
  const off = switching.machine.subscribe((state, before) => {
    if (state.at !== 'switched' || before.at === 'switched') return
    stopTick = widget.engine.ctx.clock.setTimeout(widget.finish, tickTime)
  })
  const leave = switching.enter(caipNetworkId)
  return () => {
    off()
    stopTick()
    leave()
  }
}
