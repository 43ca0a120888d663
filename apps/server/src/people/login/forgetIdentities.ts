import { provingSocials } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import { composeTurn } from './composeTurn.ts'
import type { LoginIdentity } from './createAccounts.ts'
import type { LoginSessionRow } from './createLoginSessions.ts'

/** Selects an account's identities that match the given members. */
type Some = Pick<LoginIdentity, 'kind'> & Partial<Pick<LoginIdentity, 'issuer' | 'subject'>>

/**
 * Composes the queries that remove identities of an account, and end the sessions begun by them, except the caller's. None is
 * removed if no other is left, or no other can prove its visitor where nothing recovers the wallet: it could never be protected or
 * unlocked again (S5). The second query returns a row for each removed one.
 */
export function forgetIdentities(
  store: Pick<Store, 'compose'>,
  { account_id: account, id: session }: Pick<LoginSessionRow, 'account_id' | 'id'>,
  some: Some,
) {
  const { compose } = store
  const given = Object.entries(some) as [keyof Some, string][]
  const wallet = compose
    .selectFrom('custody_wallets')
    .select('custody_wallets.owner')
    .where('custody_wallets.account_id', '=', account)
    .where('custody_wallets.deleted_at', 'is', null)
  const factor = compose
    .selectFrom('custody_factors')
    .select('custody_factors.factor')
    .where('custody_factors.account_id', '=', account)
  const others = compose
    .selectFrom('login_identities as others')
    .select('others.subject')
    .where('others.account_id', '=', account)
    .where(other => other.or(given.map(([column, value]) => other(`others.${column}`, '<>', value))))
  const proving = others.where(other =>
    other.or([other('others.kind', '<>', 'social'), other('others.issuer', 'in', provingSocials)]),
  )
  return [
    // Of two that are taken away at once, one may be the last.
    composeTurn(store, account),
    compose
      .deleteFrom('login_identities')
      .where('account_id', '=', account)
      .where(eb => eb.and(given.map(([column, value]) => eb(`login_identities.${column}`, '=', value))))
      .where(eb => eb.exists(others))
      .where(eb => eb.or([eb.exists(proving), eb.exists(factor), eb.not(eb.exists(wallet))]))
      .returning('subject')
      .compile(),
    compose
      .deleteFrom('login_sessions')
      .where('account_id', '=', account)
      .where('id', '<>', session)
      // A session has the provider's name of what it was begun by, or its kind.
      .where('provider', '=', some.kind === 'passkey' ? some.kind : (some.issuer ?? some.kind))
      // One that does not say by which passkey may be by this one.
      .where(eb =>
        some.kind === 'passkey' && some.subject !== undefined
          ? eb.or([eb('credential', '=', some.subject), eb('credential', 'is', null)])
          : eb.lit(true),
      )
      .where(eb =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('login_identities as kept')
              .select('kept.subject')
              .where('kept.account_id', '=', account)
              .where(kept => kept.and(given.map(([column, value]) => kept(`kept.${column}`, '=', value)))),
          ),
        ),
      )
      .compile(),
  ] as const
}
