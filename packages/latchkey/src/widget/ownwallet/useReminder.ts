import { useEffect, useState } from 'react'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'
import { isPutOff, keepReminder, putAwayReminder, putOffReminder, reminderOf } from './reminder.ts'

/**
 * What is missing before the wallet of who is logged in outlives the loss of one thing, or, once it is a week old, what they
 * must have kept; asked anew with each coming back.
 */
export function useReminder(): {
  readonly reminder: 'none' | 'passkey' | undefined
  readonly keep: readonly string[]
  /** Until the page is loaded anew. */
  readonly putOff: () => void
  /** For good, in this browser: the wallet keeps that it was read. */
  readonly putAway: () => void
} {
  const widget = useWidget()
  const { engine, kept } = widget
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
      keepReminder(kept, connectionId, await frame.request('GET_REMINDER', {}))
      if (!isOver) draw(times => times + 1)
    }
    learn().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [engine, kept, connectionId])

  const { reminder, keep = [] } = reminderOf(kept, connectionId) ?? {}
  const redraw = () => draw(times => times + 1)
  return {
    reminder: reminder ?? undefined,
    keep,
    putOff() {
      putOffReminder(kept, connectionId)
      redraw()
    },
    putAway() {
      putAwayReminder(widget, connectionId)
      redraw()
    },
  }
}
