import type { Store } from '../../core/store/store.ts'

const oneDay = 86_400_000
/** Milliseconds for which a change that was made can be taken back (T45). */
export const undoLifetime = 3 * oneDay

/** Composes the link that undoes a change, for the digest of the change's own link. */
export const composeUndo = (
  { compose }: Pick<Store, 'compose'>,
  {
    change,
    undoMac,
    at,
    until = at,
  }: {
    readonly change: string
    readonly undoMac: string
    readonly at: number
    /** Until when the change can be made. */
    readonly until?: number
  },
) =>
  compose
    .insertInto('login_undos')
    .columns(['link_mac', 'account_id', 'old_email', 'old_identity', 'new_email', 'created_at', 'expires_at'])
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
    .compile()
