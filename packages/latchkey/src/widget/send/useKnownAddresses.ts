import { useEffect, useMemo, useState } from 'react'
import type { CaipAddress } from '../../contract/caip.ts'
import type { Transaction } from '../../contract/history.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'
import { type KnownAddresses, knownAddresses } from './knownAddresses.ts'
import { useSends } from './useSends.ts'

const none: readonly Transaction[] = []

/** Whom the visitor has dealt with; the activity comes in when it is here, asked for once. */
export function useKnownAddresses(owner: CaipAddress | undefined): KnownAddresses {
  const sent = useSends()
  const activity = useActivity(owner)
  const connections = useEngineState(({ state }) => state.connections)
  return useMemo(
    () => knownAddresses(owner, { sent, activity, connections }),
    [owner, sent, activity, connections],
  )
}

function useActivity(owner: CaipAddress | undefined): readonly Transaction[] {
  const { engine } = useWidget()
  const [entries, setEntries] = useState(none)
  useEffect(() => {
    if (owner === undefined) return
    let stop = () => {}
    let isShown = true
    engine.activity().then(
      ({ machine, refresh }) => {
        if (!isShown) return
        const read = () => {
          const { account, transactions } = machine.getState()
          setEntries(account === owner ? transactions : none)
        }
        stop = machine.subscribe(read)
        read()
        refresh().catch(() => undefined)
      },
      () => undefined,
    )
    return () => {
      isShown = false
      stop()
    }
  }, [engine, owner])
  return entries
}
