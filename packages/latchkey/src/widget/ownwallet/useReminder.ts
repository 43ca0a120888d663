import { useEffect, useState } from 'react'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'
import { isPutOff, keepReminder, putOffReminder, reminderOf } from './reminder.ts'

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
  const [, draw] = useState(0)

  useEffect(() => {
    let isOver = false
    const learn = async () => {
      const frame = isPutOff(kept, connectionId) ? undefined : await engine.ctx.frame?.()
      // An older wallet reminds of it in its own settings alone.
      if (!frame?.can('GET_REMINDER') || isOver) return
      const { reminder } = await frame.request('GET_REMINDER', {})
      keepReminder(kept, connectionId, reminder)
      if (!isOver) draw(times => times + 1)
    }
    learn().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [engine, kept, connectionId])

  return {
    reminder: reminderOf(kept, connectionId) ?? undefined,
    putOff() {
      putOffReminder(kept, connectionId)
      draw(times => times + 1)
    },
  }
}
