import type { ChainNamespace } from '../../contract/caip.ts'
import type { Connection } from '../../contract/connection.ts'
import type { Clock } from '../../engine/base/clock.ts'
import type { ConnectingState } from '../../engine/flows/connect/connectingTransition.ts'
import type { Connecting } from '../../engine/flows/connect/createConnecting.ts'
import { tickTime } from '../shell/tickTime.ts'

/** What the widget does about a wallet that is asked: its namespace is loading, and the view goes on after the tick. */
export function followConnecting(
  { machine }: Connecting,
  {
    clock,
    loading,
    connected,
    done,
  }: {
    readonly clock: Clock
    readonly loading: (namespace: ChainNamespace, isLoading: boolean) => void
    /** The connection is there; the tick is still shown. */
    readonly connected: (connection: Connection) => void
    /** The tick was shown long enough. */
    readonly done: () => void
  },
): () => void {
  let stopTick = () => {}
  const off = machine.subscribe((state, before) => {
    stopTick()
    const asked = askedNamespace(state)
    const askedBefore = askedNamespace(before)
    if (askedBefore !== undefined && askedBefore !== asked) loading(askedBefore, false)
    if (asked !== undefined && askedBefore !== asked) loading(asked, true)
    if (state.at !== 'connected') return
    connected(state.connection)
    stopTick = clock.setTimeout(done, tickTime)
  })
  return () => {
    off()
    stopTick()
  }
}

function askedNamespace(state: ConnectingState): ChainNamespace | undefined {
  return state.at === 'requesting' ? state.namespace : undefined
}
