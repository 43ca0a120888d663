import { randomBytes } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { LoginIdentityKind, LoginUser } from 'latchkey/services'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Store } from '../../core/store/store.ts'
import { isStoreError } from '../../core/store/storeError.ts'
import { readyAt } from './composeDeferral.ts'
import { composeLink } from './composeLink.ts'
import { composeReserved } from './composeReserved.ts'
import type { LoginSessionRow } from './createLoginSessions.ts'
import { findDeferred } from './findDeferred.ts'
import { maskEmail } from './formatLoginMail.ts'

/** A proven identity: its issuer, and the issuer's subject; never an address that may change its owner (T51). */
export interface LoginIdentity {
  readonly kind: LoginIdentityKind
  /** `email` of an address; else the provider's name or the URL of the issuer, as pinned by us. */
  readonly issuer: string
  readonly subject: string
  /** An address that is proven with it, where one is; notices go there. Absent where that could not be learnt this time. */
  readonly email?: string | null
  /** What to show of it. */
  readonly label: string | null
  /** As a provider gives it. */
  readonly name: string | null
}

export interface Accounts {
  /**
   * The account of an identity, made if there is none; two that enter at once have one. @throws RouteFault LOGIN_ENDED for an
   * address that another account can still take back
   */
  enter(identity: LoginIdentity): Promise<string>
  /**
   * Adds an identity, proven by the caller, to the account of a session (T51): `known` when another account has it
   * already, `ended` when the session has ended by now (T82).
   */
  link(
    session: Pick<LoginSessionRow, 'id' | 'account_id' | 'device'>,
    identity: LoginIdentity,
  ): Promise<'linked' | 'known' | 'ended'>
  /** The account that is known by this identity. */
  find(identity: Pick<LoginIdentity, 'kind' | 'issuer' | 'subject'>): Promise<string | undefined>
  /** Undefined once it was deleted. */
  userOf(account: string, provider: string): Promise<LoginUser | undefined>
  /** The addresses of an account. */
  addressesOf(account: string): Promise<readonly string[]>
  /** Deletes it with everything it is known by; its sessions and devices go with it, and at once what else is to. */
  delete(account: string, also: readonly CompiledQuery[]): Promise<void>
  /** The same as queries for a batch. */
  deletion(account: string, also: readonly CompiledQuery[]): readonly CompiledQuery[]
  /** The address that the account can be logged in to with. */
  emailOf(account: string): Promise<{ readonly email: string; readonly identity: string } | undefined>
}

/** An address as an identity. */
export const emailIdentity = (identity: string, address: string): LoginIdentity => ({
  kind: 'email',
  issuer: 'email',
  subject: identity,
  email: address,
  label: address,
  name: null,
})

export function createAccounts(deps: {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Accounts {
  const { store, now } = deps
  const { compose, db } = store

  const listIdentities = (account: string) =>
    db
      .selectFrom('login_identities')
      .selectAll()
      .where('account_id', '=', account)
      .orderBy('created_at')
      .orderBy('kind')
      .orderBy('subject')
      .execute()

  const findRow = ({ kind, issuer, subject }: Pick<LoginIdentity, 'kind' | 'issuer' | 'subject'>) =>
    db
      .selectFrom('login_identities')
      .selectAll()
      .where('kind', '=', kind)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()

  const deletion: Accounts['deletion'] = (account, also) => [
    // First: a concurrent link either finished before, or finds the account gone.
    compose.deleteFrom('login_accounts').where('id', '=', account).compile(),
    ...also,
    compose.deleteFrom('login_identities').where('account_id', '=', account).compile(),
    compose.deleteFrom('login_passkeys').where('account_id', '=', account).compile(),
  ]

  return {
    async enter(identity) {
      const known = await findRow(identity)
      if (known !== undefined && !isNews(known, identity)) return known.account_id
      const { kind, issuer, subject, email, label, name } = identity
      const own = randomBytes(16).toString('base64url')
      const created_at = now()
      // The first caller decides the account; later ones read it.
      const [[row]] = await unlessReserved(
        store.write([
          compose
            .insertInto('login_identities')
            .values({ ...identity, account_id: own, created_at })
            .onConflict(conflict =>
              // Some providers report a name only once.
              conflict.columns(['kind', 'issuer', 'subject']).doUpdateSet({
                label,
                ...(email !== undefined && { email }),
                ...(name !== null && { name }),
              }),
            )
            .returning('account_id')
            .compile(),
          compose
            .insertInto('login_accounts')
            .columns(['id', 'created_at', 'frozen_until'])
            .expression(eb =>
              eb
                .selectFrom('login_identities')
                .select([
                  'account_id as id',
                  eb.cast<number>(eb.val(created_at), 'bigint').as('created_at'),
                  eb.cast<number>(eb.val(0), 'bigint').as('frozen_until'),
                ])
                .where('kind', '=', kind)
                .where('issuer', '=', issuer)
                .where('subject', '=', subject)
                .where('account_id', '=', own),
            )
            .compile(),
          ...(kind === 'email' ? [composeReserved(store, { account: own, at: created_at })] : []),
        ]),
      )
      return row?.account_id ?? own
    },
    async link(session, identity) {
      try {
        const [, linked] = await store.write(composeLink(store, session, identity, now()))
        return linked.length === 1 ? 'linked' : 'ended'
      } catch (error) {
        if (isStoreError(error, 'constraint')) return 'known'
        throw error
      }
    },
    find: async identity => (await findRow(identity))?.account_id,
    async userOf(account, provider) {
      const [row, identities, deferred] = await Promise.all([
        db
          .selectFrom('login_accounts')
          .leftJoin('custody_wallets', 'custody_wallets.account_id', 'login_accounts.id')
          .select(['login_accounts.created_at', 'frozen_until', 'account_type'])
          .where('login_accounts.id', '=', account)
          .executeTakeFirst(),
        listIdentities(account),
        findDeferred(db, { account, now: now() }),
      ])
      if (row === undefined) return undefined
      const named = (kind: string) => identities.find(each => each.kind === kind)
      return {
        account,
        email: (named('email') ?? identities.find(({ email }) => email !== null))?.email ?? null,
        name: identities.find(({ name }) => name !== null)?.name ?? null,
        provider,
        identities: identities.slice(0, 50).map(({ kind, issuer, label, created_at }) => ({
          // As they were written by us.
          kind: kind as LoginIdentityKind,
          issuer,
          label,
          createdAt: new Date(created_at).toISOString(),
        })),
        createdAt: new Date(row.created_at).toISOString(),
        frozenUntil: row.frozen_until > now() ? new Date(row.frozen_until).toISOString() : null,
        ...(deferred && {
          pendingEmail: { to: maskEmail(deferred.new_email), at: new Date(readyAt(deferred)).toISOString() },
        }),
        ...(row.account_type === 'smartAccount' && { accountType: row.account_type }),
      }
    },
    async addressesOf(account) {
      const all = (await listIdentities(account)).flatMap(({ email }) => email ?? [])
      return [...new Set(all)]
    },
    async delete(account, also) {
      await store.write(deletion(account, also))
    },
    deletion,
    async emailOf(account) {
      const row = (await listIdentities(account)).find(({ kind }) => kind === 'email')
      return row?.email ? { email: row.email, identity: row.subject } : undefined
    },
  }
}

async function unlessReserved<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (isStoreError(error, 'constraint')) throw new RouteFault('LOGIN_ENDED')
    throw error
  }
}

/** Whether an identity says something of itself that is not known yet. */
function isNews(
  known: Pick<LoginIdentity, 'email' | 'label' | 'name'>,
  { email, label, name }: LoginIdentity,
): boolean {
  const isNewEmail = email !== undefined && known.email !== email
  return isNewEmail || known.label !== label || (name !== null && known.name !== name)
}
