import { useEffect, useMemo, useState } from 'react'
import type { CaipAddress } from '../../contract/caip.ts'
import type { Transaction } from '../../contract/history.ts'
import { type KnownAddresses, knownAddresses } from '../../engine/flows/send/knownAddresses.ts'
import type { Activity } from '../../engine/nouns/activity/activity.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'
import { useSends } from './useSends.ts'

const none: readonly Transaction[] = []
/** Milliseconds that a receiver waits to be held against them. */
const longestLook = 2_500

export interface KnownNow extends KnownAddresses {
  /** The journal and the activity have been read, or cannot be: an address that is like none of these is like none. */
  readonly isSettled: boolean
}

/** Whom the visitor has dealt with; the activity comes in when it is here, asked for once. */
export function useKnownAddresses(owner: CaipAddress | undefined): KnownNow {
  const { engine } = useWidget()
  const sent = useSends()
  const connections = useEngineState(({ state }) => state.connections)
  const [read, setRead] = useState<{ readonly owner: typeof owner; readonly activity: typeof none }>()
  useEffect(() => {
    let history: Activity['machine'] | undefined
    let isShown = true
    const look = () => {
      const known = history?.getState()
      if (isShown) setRead({ owner, activity: known && known.account === owner ? known.transactions : none })
    }
    const giveUp = engine.ctx.clock.setTimeout(look, longestLook)
    const activity = engine.activity().then(({ machine, refresh }) => {
      history = machine
      return refresh()
    })
    // A failed history is as silent as an empty one.
    Promise.allSettled([activity, engine.journal().then(({ refresh }) => refresh())]).then(look)
    return () => {
      isShown = false
      giveUp()
    }
  }, [engine, owner])
  return useMemo(() => {
    const isSettled = read !== undefined && read.owner === owner
    const activity = isSettled ? read.activity : none
    return { ...knownAddresses(owner, { sent, activity, connections }), isSettled }
  }, [owner, sent, read, connections])
}
