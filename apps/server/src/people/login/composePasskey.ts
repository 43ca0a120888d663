import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Store } from '../../core/store/store.ts'
import { composeLink } from './composeLink.ts'
import type { LoginIdentity } from './createAccounts.ts'
import type { LoginSessionRow } from './createLoginSessions.ts'
import type { LoginTables } from './tables.ts'

export type NewPasskey = Omit<
  Selectable<LoginTables['login_passkeys']>,
  'account_id' | 'created_at' | 'used_at'
>

/**
 * Composes the queries that add a passkey to the account of a session, unless the session has ended (T82); without a
 * session, to a new account. The second query returns a row on success. A passkey of another account is refused.
 */
export function composePasskey(
  store: Pick<Store, 'compose'>,
  made: {
    readonly passkey: NewPasskey
    readonly identity: LoginIdentity
    readonly session: Pick<LoginSessionRow, 'id' | 'account_id' | 'device'> | undefined
    readonly at: number
  },
) {
  const { compose } = store
  const { passkey, identity, session, at } = made
  const id = session?.account_id ?? randomBytes(16).toString('base64url')
  const known =
    session === undefined
      ? ([
          compose.insertInto('login_accounts').values({ id, created_at: at, frozen_until: 0 }).compile(),
          compose
            .insertInto('login_identities')
            .values({ ...identity, account_id: id, created_at: at })
            .returning('subject')
            .compile(),
        ] as const)
      : composeLink(store, session, identity, at)
  return [
    ...known,
    // Only if the account is known by it now.
    compose
      .insertInto('login_passkeys')
      .columns(['credential', 'public_key', 'counter', 'label', 'is_synced', 'created_at', 'account_id'])
      .expression(eb =>
        eb
          .selectFrom('login_identities')
          .select([
            'subject as credential',
            eb.val(passkey.public_key).as('public_key'),
            eb.cast<number>(eb.val(passkey.counter), 'bigint').as('counter'),
            eb.val(passkey.label).as('label'),
            eb.val(passkey.is_synced).as('is_synced'),
            'created_at',
            'account_id',
          ])
          .where('kind', '=', identity.kind)
          .where('issuer', '=', identity.issuer)
          .where('subject', '=', identity.subject)
          .where('account_id', '=', id),
      )
      .compile(),
  ] as const
}
