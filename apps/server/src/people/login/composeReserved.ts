import type { Store } from '../../core/store/store.ts'

/**
 * Refuses the whole batch, as a violated constraint, where an address that an account has taken in it is another account's to
 * take back (S11, T45). It comes after the write of the address, which waits for a change that is being made: what a check
 * before it saw may be over by then.
 */
export const composeReserved = (
  { compose }: Pick<Store, 'compose'>,
  { account, at }: { readonly account: string; readonly at: number },
) =>
  compose
    .insertInto('login_identities')
    .columns(['kind', 'issuer', 'subject', 'account_id', 'created_at'])
    .expression(
      compose
        .selectFrom('login_identities')
        .innerJoin('login_undos', 'login_undos.old_identity', 'login_identities.subject')
        .select([
          'login_identities.kind',
          'login_identities.issuer',
          'login_identities.subject',
          'login_identities.account_id',
          'login_identities.created_at',
        ])
        .where('login_identities.kind', '=', 'email')
        .where('login_identities.account_id', '=', account)
        .where('login_undos.account_id', '<>', account)
        .where('login_undos.undone_at', 'is', null)
        .where('login_undos.expires_at', '>', at),
    )
    .compile()
