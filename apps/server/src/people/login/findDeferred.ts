import type { Store } from '../../core/store/store.ts'
import type { ChangeRow } from './createChanges.ts'

/** The change of an account's address that waits because its old mailbox is lost. */
export function findDeferred(
  db: Store['db'],
  { account, now }: { readonly account: string; readonly now: number },
): Promise<ChangeRow | undefined> {
  return db
    .selectFrom('login_changes')
    .selectAll()
    .where('account_id', '=', account)
    .where('step', '=', 'deferred')
    .where('expires_at', '>', now)
    .executeTakeFirst()
}
