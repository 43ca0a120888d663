import { useContext, useEffect } from 'react'
import type { ChainNamespace } from '../../contract/caip.ts'
import { LeavingContext } from '../shell/LeavingContext.tsx'
import { useWidget } from '../shell/useWidget.ts'
import { enterPairing } from './enterPairing.ts'
import { PairOutcome } from './PairStatus.tsx'
import { QrPanel } from './QrPanel.tsx'
import { usePairing } from './usePairing.ts'

export declare namespace ConnectCode {
  interface Props {
    /** Only this one is asked for. */
    readonly namespace: ChainNamespace | undefined
    /** Whether a wallet has answered it, whenever that changes. */
    readonly onAnswer: (isAnswered: boolean) => void
  }
}

/** The code for any wallet beside the list of Connect, on a wide screen: it is there without having been asked for. */
export function ConnectCode({ namespace, onAnswer }: ConnectCode.Props) {
  const widget = useWidget()
  const { state, flow, slow } = usePairing()
  const leaving = useContext(LeavingContext)
  useEffect(() => {
    // Its code came after the visitor had gone on to a wallet.
    if (!flow || leaving.current) return
    return enterPairing(widget, flow, namespace && { namespace }, true)
  }, [widget, flow, namespace, leaving])
  const isAnswered = state.at === 'scanned' || state.at === 'connected'
  useEffect(() => {
    onAnswer(isAnswered)
    return () => onAnswer(false)
  }, [isAnswered, onAnswer])
  if (state.at === 'scanned' || state.at === 'connected')
    return <PairOutcome state={state} wallet={undefined} />
  return (
    <QrPanel
      beside
      state={state}
      slow={slow}
      wallet={undefined}
      onOpened={() => flow?.opened()}
      onRetry={() => flow?.retry()}
    />
  )
}
