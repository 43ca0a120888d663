import { useEffect, useState } from 'react'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'
import { isPutOff, keepReminder, putAwayReminder, putOffReminder, reminderOf } from './reminder.ts'

/**
 * The recovery reminder of the logged-in visitor: the missing step, or, once the wallet is a week old, the items they
 * must have stored. Requested again whenever the view comes back; other wallets than embedded ones have none.
 */
export function useReminder(isEmbedded = true): {
  readonly reminder: 'none' | 'passkey' | undefined
  readonly keep: readonly string[]
  /** Until the page is loaded anew. */
  readonly putOff: () => void
  /** For good, in this browser: the wallet keeps that it was read. */
  readonly putAway: () => void
} {
  const { ctx } = useWidget().engine
  const connectionId = useEngineState(
    ({ state: { accounts, activeNamespace } }) => accounts[activeNamespace]?.connectionId,
  )
  const [, draw] = useState(0)

  useEffect(() => {
    let isOver = false
    const learn = async () => {
      if (!isEmbedded) return
      const frame = isPutOff(ctx, connectionId) ? undefined : await ctx.frame?.()
      // An older wallet reminds of it in its own settings alone.
      if (!frame?.can('GET_REMINDER') || isOver) return
      keepReminder(ctx, connectionId, await frame.request('GET_REMINDER', {}))
      if (!isOver) draw(times => times + 1)
    }
    learn().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [ctx, connectionId, isEmbedded])

  const { reminder, keep = [] } = reminderOf(ctx, connectionId) ?? {}
  const redraw = () => draw(times => times + 1)
  return {
    reminder: reminder ?? undefined,
    keep,
    putOff() {
      putOffReminder(ctx, connectionId)
      redraw()
    },
    putAway() {
      putAwayReminder(ctx, connectionId)
      redraw()
    },
  }
}
