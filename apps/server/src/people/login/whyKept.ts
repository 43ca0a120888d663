import type { Store } from '../../core/store/store.ts'
import type { LoginIdentity } from './createAccounts.ts'

/**
 * Why `forgetIdentities` removed none: the account is known by no other (`last`), or nothing recovers its wallet and no other can
 * prove its visitor (`unprotected`).
 */
export async function whyKept(
  store: Pick<Store, 'db'>,
  account: string,
  { kind, issuer, subject }: Pick<LoginIdentity, 'kind'> & Partial<Pick<LoginIdentity, 'issuer' | 'subject'>>,
): Promise<'last' | 'unprotected'> {
  const all = await store.db
    .selectFrom('login_identities')
    .select(['kind', 'issuer', 'subject'])
    .where('account_id', '=', account)
    .execute()
  const isOther = (one: (typeof all)[number]) =>
    one.kind !== kind ||
    (issuer !== undefined && one.issuer !== issuer) ||
    (subject !== undefined && one.subject !== subject)
  return all.some(isOther) ? 'unprotected' : 'last'
}
