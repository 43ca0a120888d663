import type { Store } from '../../core/store/store.ts'
import { composeUndo } from './composeUndo.ts'
import type { ChangeRow } from './createChanges.ts'

const oneDay = 86_400_000
/** Milliseconds that a change waits whose old mailbox is lost, and for which it can be finished afterwards (§3.2). */
export const lostDelay = 7 * oneDay
const lostGrace = 7 * oneDay

/** From when on a deferred change can be finished. */
export const readyAt = ({ expires_at }: Pick<ChangeRow, 'expires_at'>): number => expires_at - lostGrace

/** Lets a change wait, and makes the link that takes it back: queries for one batch, the first with a row for who won. */
export function composeDeferral(
  store: Pick<Store, 'compose'>,
  deferral: { readonly change: string; readonly undoMac: string; readonly at: number },
) {
  const { change, undoMac, at } = deferral
  const until = at + lostDelay + lostGrace
  return [
    store.compose
      .updateTable('login_changes')
      .set({ step: 'deferred', code_flow: 'none', undo_mac: undoMac, expires_at: until })
      .where('change_id', '=', change)
      .where('step', '=', 'lost')
      .returning('change_id')
      .compile(),
    // Only for the caller that got the row.
    composeUndo(store, { change, undoMac, at, until }),
  ] as const
}
