import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Store } from '../../core/store/store.ts'
import { digestOf, isSame } from '../signin/secrets.ts'
import type { LoginTables } from './tables.ts'

type SessionRow = Selectable<LoginTables['login_sessions']>
export type LoginSessionRow = SessionRow & { readonly frozenUntil: number }

const oneDay = 86_400_000
/** Milliseconds for which a token counts, for which a session lasts without being used, and for which it lasts at all (reference §3.1). */
const tokenLifetime = 600_000
const idle = 7 * oneDay
const longest = 30 * oneDay

/** A session with the device's tokens, which are stored nowhere else. */
export interface GivenSession {
  readonly row: SessionRow
  readonly token: string
  readonly refresh: string
}

/** The login sessions: a device's key, for a project, with an account. */
export interface LoginSessions {
  /**
   * A new one in place of the one that this device has for the project: nothing is carried over from it (T57). Its owner is
   * proven by it now; with `silent` they may not have been there (S5, T82), so it is `provedAt` or, if that is later, when and
   * how they were proven for the session before.
   */
  begin(
    session: Pick<
      SessionRow,
      'project_id' | 'account_id' | 'device' | 'provider' | 'credential' | 'proved_by'
    >,
    silent?: { readonly provedAt: number } | undefined,
  ): Promise<GivenSession>
  /**
   * Marks the session's owner as proven now; returns whether the session still exists. Its id stays, so the device's
   * tokens stay valid even if the answer is lost.
   */
  prove(
    session: Pick<SessionRow, 'id' | 'account_id' | 'device'>,
    by: SessionRow['proved_by'],
  ): Promise<boolean>
  /** The session of a token, while it counts; the key is the caller's to compare. */
  find(project: string, token: string): Promise<LoginSessionRow | undefined>
  /** Confirms that the newest tokens are in use: the earlier ones end (T56). */
  confirm(row: SessionRow): Promise<void>
  /**
   * A fresh token and a fresh refresh for the last one. Anything else that names the session, by another key or for the
   * second time, ends it for everybody: one of two copies is not the visitor's (T56).
   */
  refresh(project: string, refresh: string, device: string): Promise<GivenSession | undefined>
  /** Ends the session that a refresh names; whether it was there and this device's. */
  end(project: string, refresh: string, device: string): Promise<boolean>
  /** Ends all of the account's but this one; how many there were. */
  endOthers(session: Pick<SessionRow, 'id' | 'account_id'>): Promise<number>
}

export function createLoginSessions(deps: {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
}): LoginSessions {
  const { store, now } = deps
  const { compose, db } = store

  /** What a device is given anew, and how the store knows it. */
  function give(id: string, at: number, endsAt: number) {
    const [token, refresh] = [makeSecret(id), makeSecret(id)]
    return {
      token,
      refresh,
      columns: {
        token_mac: digestOf(token),
        refresh_mac: digestOf(refresh),
        is_used: 0,
        token_until: Math.min(at + tokenLifetime, endsAt),
        refresh_until: Math.min(at + idle, endsAt),
      },
    }
  }

  const remove = (project: string, id: string) =>
    compose
      .deleteFrom('login_sessions')
      .where('id', '=', id)
      .where('project_id', '=', project)
      .returning('device')
      .compile()

  /** When and how the owner of the device's own session was proven. */
  const proofOf = (of: Pick<SessionRow, 'project_id' | 'account_id' | 'device'>, at: number) =>
    db
      .selectFrom('login_sessions')
      .select(['proved_at', 'proved_by'])
      .where('account_id', '=', of.account_id)
      .where('device', '=', of.device)
      .where('project_id', '=', of.project_id)
      .where('refresh_until', '>', at)
      .executeTakeFirst()

  return {
    async begin(session, silent) {
      const at = now()
      const last = silent && (await proofOf(session, at))
      const before = last !== undefined && last.proved_at > (silent?.provedAt ?? 0) ? last : undefined
      const id = randomBytes(idBytes).toString('base64url')
      const ends_at = at + longest
      const { token, refresh, columns } = give(id, at, ends_at)
      const row: SessionRow = {
        ...session,
        id,
        proved_at: silent?.provedAt ?? at,
        ...before,
        last_refresh_mac: null,
        ends_at,
        ...columns,
      }
      await store.write([
        compose
          .deleteFrom('login_sessions')
          .where('account_id', '=', row.account_id)
          .where('device', '=', row.device)
          .where('project_id', '=', row.project_id)
          .compile(),
        compose.insertInto('login_sessions').values(row).compile(),
      ])
      return { row, token, refresh }
    },
    async prove({ id, account_id, device }, proved_by) {
      const [rows] = await store.write([
        compose
          .updateTable('login_sessions')
          .set({ proved_at: now(), proved_by })
          .where('id', '=', id)
          .where('account_id', '=', account_id)
          .where('device', '=', device)
          .returning('id')
          .compile(),
      ])
      return rows.length === 1
    },
    async find(project, token) {
      const id = readId(token)
      if (id === undefined) return undefined
      const row = await db
        .selectFrom('login_sessions')
        .innerJoin('login_accounts', 'login_accounts.id', 'login_sessions.account_id')
        .selectAll('login_sessions')
        .select('login_accounts.frozen_until as frozenUntil')
        .where('login_sessions.id', '=', id)
        .where('login_sessions.project_id', '=', project)
        .where('login_sessions.token_until', '>', now())
        .executeTakeFirst()
      return row !== undefined && isSame(row.token_mac, digestOf(token)) ? row : undefined
    },
    async confirm(row) {
      if (row.is_used === 1) return
      await store.write([
        compose
          .updateTable('login_sessions')
          .set({ is_used: 1, last_refresh_mac: null })
          .where('id', '=', row.id)
          .where('token_mac', '=', row.token_mac)
          .compile(),
      ])
    },
    async refresh(project, old, device) {
      const id = readId(old)
      if (id === undefined) return undefined
      const at = now()
      const ends = await db
        .selectFrom('login_sessions')
        .select('ends_at')
        .where('id', '=', id)
        .executeTakeFirst()
      if (ends === undefined) return undefined
      const { token, refresh, columns } = give(id, at, ends.ends_at)
      const mac = digestOf(old)
      const [[row]] = await store.write([
        compose
          .updateTable('login_sessions')
          .set({ ...columns, last_refresh_mac: mac })
          .where('id', '=', id)
          .where('project_id', '=', project)
          .where('device', '=', device)
          .where('refresh_until', '>', at)
          .where(eb =>
            eb.or([
              eb('refresh_mac', '=', mac),
              // Its answer was lost, or its device died before it was written down.
              eb.and([eb('last_refresh_mac', '=', mac), eb('is_used', '=', 0)]),
            ]),
          )
          .returningAll()
          .compile(),
      ])
      if (row !== undefined) return { row, token, refresh }
      await store.write([remove(project, id)])
      return undefined
    },
    async end(project, refresh, device) {
      const id = readId(refresh)
      if (id === undefined) return false
      const [[row]] = await store.write([remove(project, id)])
      return row?.device === device
    },
    async endOthers({ id, account_id }) {
      const [ended] = await store.write([
        compose
          .deleteFrom('login_sessions')
          .where('account_id', '=', account_id)
          .where('id', '<>', id)
          .returning('id')
          .compile(),
      ])
      return ended.length
    },
  }
}

const idBytes = 16
const idLength = 22

/** Names its session, so that a copy that is no longer good is known for one. */
function makeSecret(id: string): string {
  return id + randomBytes(32).toString('base64url')
}

function readId(secret: string): string | undefined {
  return secret.length === idLength + 43 ? secret.slice(0, idLength) : undefined
}
