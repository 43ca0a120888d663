import { mostPasskeys } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import { composeTurn } from './composeTurn.ts'
import type { LoginIdentity } from './createAccounts.ts'
import type { LoginSessionRow } from './createLoginSessions.ts'

/**
 * Composes the queries that add an identity to the account of a session, unless the session has ended (T82) or a passkey finds
 * no room; the second returns a row on success. An identity of another account refuses the whole batch.
 */
export function composeLink(
  store: Pick<Store, 'compose'>,
  { id, account_id, device }: Pick<LoginSessionRow, 'id' | 'account_id' | 'device'>,
  { kind, issuer, subject, email, label, name }: LoginIdentity,
  at: number,
) {
  const passkeys = store.compose
    .selectFrom('login_passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', account_id)
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
          .where('device', '=', device)
          .$if(kind === 'passkey', query => query.where(passkeys, '<', mostPasskeys)),
      )
      .returning('subject')
      .compile(),
  ] as const
}
