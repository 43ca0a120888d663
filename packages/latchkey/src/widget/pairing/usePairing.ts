import { useEffect, useState } from 'react'
import type { PairFlow } from '../../engine/flows/pair/pairFlow.ts'
import type { PairState } from '../../engine/flows/pair/pairTransition.ts'
import { useUnlessLeaving } from '../shell/useUnlessLeaving.ts'
import { useWidget } from '../shell/useWidget.ts'
import { useSlow } from './useSlow.ts'

const preparing: PairState = { at: 'preparing', attempt: 0, renewed: false }
const noChunk: PairState = { at: 'failed', attempt: 0, code: 'CHUNK_FAILED' }
const nothing = () => () => undefined

/** The current pairing of this widget; loading while its chunk loads. */
export function usePairing(): {
  readonly state: PairState
  readonly flow: PairFlow | undefined
  /** The code, or its relay, takes longer than a visitor should wait (F06). */
  readonly slow: boolean
} {
  const { engine } = useWidget()
  const [flow, setFlow] = useState<PairFlow>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isShown = true
    engine.pairing().then(
      made => isShown && setFlow(made),
      () => isShown && setFailed(true),
    )
    return () => {
      isShown = false
    }
  }, [engine])
  const now = useUnlessLeaving(flow?.machine.subscribe ?? nothing, () =>
    flow ? flow.machine.getState() : failed ? noChunk : preparing,
  )
  const isOnline = useUnlessLeaving(flow?.relay.subscribe ?? nothing, () => flow?.relay.getState() ?? true)
  // It begins in the next moment.
  const state = now.at === 'idle' ? preparing : now
  const slow = useSlow(state.at === 'preparing' || (state.at === 'ready' && !isOnline))
  return { flow, state, slow }
}
