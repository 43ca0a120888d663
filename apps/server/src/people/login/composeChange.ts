import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '../../core/store/database.ts'
import type { Store } from '../../core/store/store.ts'
import { composeReserved } from './composeReserved.ts'
import { composeTurn } from './composeTurn.ts'
import { composeUndo } from './composeUndo.ts'
import type { ChangeRow } from './createChanges.ts'

/** Milliseconds for which a key is not shown after a change, and what recovers it stays as it is. */
const freeze = 86_400_000

/** Accounts, and the one address by which each is known from now on. */
type NewAddresses<T extends keyof Database> = SelectQueryBuilder<
  Database,
  T,
  { readonly account_id: string; readonly subject: string; readonly address: string }
>

/**
 * Makes a change, if it is there as it was, and so is the session that it is made by: it may have been taken back, or the
 * session ended, while its mail was on the way. One that waited is made without its session. Queries for one batch, the
 * second with a row for who won.
 */
export function composeChange(
  store: Pick<Store, 'compose'>,
  made: {
    readonly change: Pick<ChangeRow, 'change_id' | 'account_id' | 'step'>
    readonly session: string
    readonly undoMac: string | undefined
    readonly at: number
    /** Whether the account's other sessions stay: a session without the key adds an address, and logs no other browser out. */
    readonly keepsSessions?: boolean
  },
) {
  const { compose } = store
  const { change, session, undoMac, at, keepsSessions = false } = made
  const { change_id, account_id } = change
  // Invisible to other transactions: the row is gone by the end of the batch.
  const claimed = compose
    .selectFrom('login_changes')
    .where('change_id', '=', change_id)
    .where('step', '=', 'made')
  return [
    composeTurn(store, account_id),
    compose
      .updateTable('login_changes')
      .set({ step: 'made', ...(undoMac !== undefined && { undo_mac: undoMac }) })
      .where('change_id', '=', change_id)
      .where('step', '=', change.step)
      .where(eb =>
        change.step === 'waiting'
          ? eb.lit(true)
          : eb.exists(
              eb
                .selectFrom('login_sessions')
                .select('id')
                .where('id', '=', session)
                .where('account_id', '=', account_id),
            ),
      )
      .returning('change_id')
      .compile(),
    ...composeAddress(
      store,
      claimed.select(['account_id', 'new_identity as subject', 'new_email as address']),
      at,
    ),
    composeReserved(store, { account: account_id, at }),
    ...(undoMac === undefined ? [] : [composeUndo(store, { change: change_id, undoMac, at })]),
    ...(keepsSessions
      ? []
      : [
          compose
            .deleteFrom('login_sessions')
            .where('account_id', 'in', claimed.select('account_id'))
            .where('id', '<>', session)
            .compile(),
        ]),
    // Another new address that waits is in the place of one that is no more.
    compose
      .updateTable('login_waiting')
      .set({ state: 'stopped', ended_at: at })
      .where('account_id', 'in', claimed.select('account_id'))
      .where('kind', '=', 'email')
      .where('state', '=', 'waiting')
      .compile(),
    compose.deleteFrom('login_changes').where('account_id', 'in', claimed.select('account_id')).compile(),
  ] as const
}

/** Gives accounts their addresses, and freezes what only their owners may do: queries for one batch. */
export function composeAddress<T extends keyof Database>(
  { compose }: Pick<Store, 'compose'>,
  given: NewAddresses<T>,
  at: number,
) {
  const accounts = compose.selectFrom(given.as('given')).select('given.account_id')
  return [
    compose
      .deleteFrom('login_identities')
      .where('account_id', 'in', accounts)
      .where('kind', '=', 'email')
      .compile(),
    // Refuses the whole batch where the address belongs to another account.
    compose
      .insertInto('login_identities')
      .columns(['kind', 'issuer', 'subject', 'account_id', 'email', 'label', 'created_at'])
      .expression(
        compose
          .selectFrom(given.as('given'))
          .select(eb => [
            eb.val('email').as('kind'),
            eb.val('email').as('issuer'),
            'given.subject',
            'given.account_id',
            'given.address as email',
            'given.address as label',
            eb.cast<number>(eb.val(at), 'bigint').as('created_at'),
          ]),
      )
      .compile(),
    compose
      .updateTable('login_accounts')
      .set({ frozen_until: at + freeze })
      .where('id', 'in', accounts)
      .compile(),
  ] as const
}
