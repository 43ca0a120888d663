import type { PairFlow } from '../../engine/flows/pair/pairFlow.ts'
import type { ViewData } from '../runtime/viewData.ts'
import { tickTime } from '../shell/tickTime.ts'
import type { Widget } from '../shell/widget.ts'
import { pairTarget } from './pairTarget.ts'

/** Begins a pairing for the view that is shown, and goes on once a wallet is connected. The answer leaves it. `unasked`: the view is about more. */
export function enterPairing(
  widget: Widget,
  flow: PairFlow,
  data: ViewData['ConnectingWalletConnect'] | undefined,
  unasked = false,
): () => void {
  const snapshot = widget.snapshot()
  const target = pairTarget(snapshot, data)
  const { clock } = widget.engine.ctx
  let stopTick = () => {}
  const leave = flow.enter({
    namespace: data?.namespace ?? snapshot.modal.namespace,
    ...(unasked && { unasked }),
    ...(target && {
      wallet: {
        walletId: target.walletId,
        name: target.name,
        ...(target.icon !== undefined && { icon: target.icon }),
      },
    }),
  })
  const off = flow.machine.subscribe(({ at }) => {
    if (at === 'connected') stopTick = clock.setTimeout(widget.finish, tickTime)
  })
  return () => {
    off()
    stopTick()
    leave()
  }
}
