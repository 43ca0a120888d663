import type { Store } from '../store/store.ts'
import { farcaster } from './farcaster/createFarcaster.ts'

/** Lets an account be known by a provider no more, unless it is known by nothing else. */
export async function unlinkIdentity(
  { compose, db, write }: Pick<Store, 'compose' | 'db' | 'write'>,
  account: string,
  provider: string,
): Promise<'unlinked' | 'unknown' | 'last'> {
  const kind = provider === farcaster ? farcaster : 'social'
  const known = await db
    .selectFrom('login_identities')
    .select('subject')
    .where('account_id', '=', account)
    .where('kind', '=', kind)
    .where('issuer', '=', provider)
    .executeTakeFirst()
  if (known === undefined) return 'unknown'
  const [, gone] = await write([
    // Takes its turn: of two that are taken away at once, one may be the last.
    compose
      .updateTable('login_accounts')
      .set(eb => ({ frozen_until: eb.ref('frozen_until') }))
      .where('id', '=', account)
      .compile(),
    compose
      .deleteFrom('login_identities')
      .where('account_id', '=', account)
      .where('kind', '=', kind)
      .where('issuer', '=', provider)
      .where(eb =>
        eb.exists(
          eb
            .selectFrom('login_identities as others')
            .select('others.subject')
            .where('others.account_id', '=', account)
            .where(other =>
              other.or([other('others.kind', '<>', kind), other('others.issuer', '<>', provider)]),
            ),
        ),
      )
      .returning('subject')
      .compile(),
  ])
  return gone.length > 0 ? 'unlinked' : 'last'
}
