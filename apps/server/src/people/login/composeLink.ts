import type { Store } from '../../core/store/store.ts'
import { composeTurn } from './composeTurn.ts'
import type { LoginIdentity } from './createAccounts.ts'
import type { LoginSessionRow } from './createLoginSessions.ts'

/**
 * Lets the account of a session be known by one more, unless the session is over by now (T82): queries for one batch, the
 * second with a row where it is. Refused, and with it all the rest, where it is somebody's already.
 */
export function composeLink(
  store: Pick<Store, 'compose'>,
  { id, account_id, device }: Pick<LoginSessionRow, 'id' | 'account_id' | 'device'>,
  { kind, issuer, subject, email, label, name }: LoginIdentity,
  at: number,
) {
  return [
    composeTurn(store, account_id),
    store.compose
      .insertInto('login_identities')
      .columns(['kind', 'issuer', 'subject', 'email', 'label', 'name', 'created_at', 'account_id'])
      .expression(eb =>
        eb
          .selectFrom('login_sessions')
          .select([
            eb.val(kind).as('kind'),
            eb.val(issuer).as('issuer'),
            eb.val(subject).as('subject'),
            eb.val(email ?? null).as('email'),
            eb.val(label).as('label'),
            eb.val(name).as('name'),
            eb.cast<number>(eb.val(at), 'bigint').as('created_at'),
            'account_id',
          ])
          .where('id', '=', id)
          .where('account_id', '=', account_id)
          .where('device', '=', device),
      )
      .returning('subject')
      .compile(),
  ] as const
}
