import { useEffect, useState } from 'react'
import type { FrameAnswer } from '../../contract/frame.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'

type Reminder = FrameAnswer<'GET_REMINDER'>['reminder']

/** What a widget knows of one login. */
interface Known {
  readonly connectionId: string | undefined
  readonly reminder: Reminder
  readonly isPutOff: boolean
}

const name = 'recoveryReminder'

/** What is missing before the wallet of who is logged in outlives the loss of one thing; asked anew with each coming back. */
export function useReminder(): {
  readonly reminder: 'none' | 'passkey' | undefined
  /** Until the page is loaded anew. */
  readonly putOff: () => void
} {
  const { engine, kept } = useWidget()
  const connectionId = useEngineState(
    ({ state: { accounts, activeNamespace } }) => accounts[activeNamespace]?.connectionId,
  )
  const [known, setKnown] = useState(() => kept.get(name) as Known | undefined)
  const isOurs = known !== undefined && known.connectionId === connectionId
  const isPutOff = isOurs && known.isPutOff

  useEffect(() => {
    if (isPutOff) return
    let isOver = false
    const learn = async () => {
      const frame = await engine.ctx.frame?.()
      // An older wallet reminds of it in its own settings alone.
      if (!frame?.can('GET_REMINDER') || isOver) return
      const { reminder } = await frame.request('GET_REMINDER', {})
      const next: Known = { connectionId, reminder, isPutOff: false }
      kept.set(name, next)
      if (!isOver) setKnown(next)
    }
    learn().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [engine, kept, connectionId, isPutOff])

  return {
    reminder: isOurs && !known.isPutOff ? (known.reminder ?? undefined) : undefined,
    putOff() {
      const next: Known = { connectionId, reminder: null, isPutOff: true }
      kept.set(name, next)
      setKnown(next)
    },
  }
}
