import type { Store } from '../../core/store/store.ts'
import { composeTurn } from './composeTurn.ts'
import type { LoginIdentity } from './createAccounts.ts'
import type { LoginSessionRow } from './createLoginSessions.ts'

/**
 * Composes the queries that add an identity to the account of a session, unless the session has ended (T82); the second
 * returns a row on success. An identity of another account refuses the whole batch.
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
