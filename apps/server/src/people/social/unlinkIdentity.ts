import type { Store } from '../../core/store/store.ts'
import type { LoginSessionRow } from '../login/createLoginSessions.ts'
import { forgetIdentities } from '../login/forgetIdentities.ts'
import { whyKept } from '../login/whyKept.ts'
import { farcaster } from './farcaster/createFarcaster.ts'

/** Lets a session’s account be known by a provider no more, unless `forgetIdentities` keeps it; the account’s other sessions by it end. */
export async function unlinkIdentity(
  store: Pick<Store, 'compose' | 'db' | 'write'>,
  session: Pick<LoginSessionRow, 'account_id' | 'id'>,
  provider: string,
): Promise<'unlinked' | 'unknown' | 'last' | 'unprotected'> {
  const kind = provider === farcaster ? farcaster : 'social'
  const known = await store.db
    .selectFrom('login_identities')
    .select('subject')
    .where('account_id', '=', session.account_id)
    .where('kind', '=', kind)
    .where('issuer', '=', provider)
    .executeTakeFirst()
  if (known === undefined) return 'unknown'
  const some = { kind, issuer: provider } as const
  const [, gone] = await store.write(forgetIdentities(store, session, some))
  return gone.length > 0 ? 'unlinked' : whyKept(store, session.account_id, some)
}
