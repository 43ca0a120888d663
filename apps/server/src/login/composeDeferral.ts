import type { Store } from '../store/store.ts'
import type { ChangeRow } from './createChanges.ts'

const oneDay = 86_400_000
/** Milliseconds for which a change that was made can be taken back (T45). */
export const undoLifetime = 3 * oneDay
/** Milliseconds that a change waits whose old mailbox is lost, and for which it can be finished afterwards (§3.2). */
export const lostDelay = 7 * oneDay
const lostGrace = 7 * oneDay

/** From when on a deferred change can be finished. */
export const readyAt = ({ expires_at }: Pick<ChangeRow, 'expires_at'>): number => expires_at - lostGrace

/** Lets a change wait, and makes the link that takes it back: queries for one batch, the first with a row for who won. */
export function composeDeferral(
  { compose }: Pick<Store, 'compose'>,
  deferral: { readonly change: string; readonly undoMac: string; readonly at: number },
) {
  const { change, undoMac, at } = deferral
  const until = at + lostDelay + lostGrace
  return [
    compose
      .updateTable('login_changes')
      .set({ step: 'deferred', code_flow: 'none', undo_mac: undoMac, expires_at: until })
      .where('change_id', '=', change)
      .where('step', '=', 'lost')
      .returning('change_id')
      .compile(),
    // Only the link of whoever got the row.
    compose
      .insertInto('login_undos')
      .columns([
        'link_mac',
        'account_id',
        'old_email',
        'old_identity',
        'new_email',
        'created_at',
        'expires_at',
      ])
      .expression(eb =>
        eb
          .selectFrom('login_changes')
          .select(own => [
            own.ref('undo_mac').$notNull().as('link_mac'),
            'account_id',
            own.ref('old_email').$notNull().as('old_email'),
            own.ref('old_identity').$notNull().as('old_identity'),
            'new_email',
            own.cast<number>(own.val(at), 'bigint').as('created_at'),
            own.cast<number>(own.val(until + undoLifetime), 'bigint').as('expires_at'),
          ])
          .where('change_id', '=', change)
          .where('undo_mac', '=', undoMac),
      )
      .compile(),
  ] as const
}
