import { useEffect, useState } from 'react'
import type { PairFlow } from '../../engine/pair/pairFlow.ts'
import type { PairState } from '../../engine/pair/pairTransition.ts'
import { useUnlessLeaving } from '../shell/useUnlessLeaving.ts'
import { useWidget } from '../shell/useWidget.ts'

const preparing: PairState = { at: 'preparing', attempt: 0, renewed: false }
const noChunk: PairState = { at: 'failed', attempt: 0, code: 'CHUNK_FAILED' }
const nothing = () => () => undefined

/** The pairing of this widget as it stands; on its way while its chunk is. */
export function usePairing(): { readonly state: PairState; readonly flow: PairFlow | undefined } {
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
  const state = useUnlessLeaving(flow?.machine.subscribe ?? nothing, () =>
    flow ? flow.machine.getState() : failed ? noChunk : preparing,
  )
  // It begins in the next moment.
  return { flow, state: state.at === 'idle' ? preparing : state }
}
