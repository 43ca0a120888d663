import { useEffect, useState } from 'react'
import type { SentTransfer } from '../../contract/send.ts'
import type { Sends } from '../../engine/flows/send/sends.ts'
import { useWidget } from '../shell/useWidget.ts'

const none: readonly SentTransfer[] = []

/** What was sent from here, newest first, and what becomes of it while it is shown; nothing until the journal is here. */
export function useSends(): readonly SentTransfer[] {
  const { engine } = useWidget()
  const [sent, setSent] = useState(none)
  useEffect(() => {
    let stop = () => {}
    let isShown = true
    const follow = ({ machine, watch }: Sends) => {
      if (!isShown) return
      setSent(machine.getState())
      const stops = [machine.subscribe(setSent), watch()]
      stop = () => {
        for (const each of stops) each()
      }
    }
    // Without its chunk there is nothing to show of it.
    engine.sends().then(follow, () => undefined)
    return () => {
      isShown = false
      stop()
    }
  }, [engine])
  return sent
}
