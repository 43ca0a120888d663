import { randomBytes } from 'node:crypto'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { CaipNetworkId } from 'latchkey/contract'
import { mostResumedSessions, type SignInSession } from 'latchkey/services'
import type { Database } from '../../core/store/database.ts'
import type { Store } from '../../core/store/store.ts'
import type { SignInTables } from './tables.ts'

type SessionRow = Selectable<SignInTables['signin_sessions']>

const oneDay = 86_400_000
/** Milliseconds for which a session is given out anew: as long as its token counts (T32). */
const idle = 600_000
/** Milliseconds after that for which its key alone takes it up again: 7 days after its last use (T56). */
export const resumable = 7 * oneDay - idle
/** Its absolute end (reference §3.1). */
const longest = 30 * oneDay

/** The sign-in sessions; each is an account on one chain, at one page's key. */
export interface Sessions {
  /**
   * In place of the one that this key has for the account on the chain, so that ending it leaves none to be taken up (T36).
   * `until`: milliseconds since 1970 at which the signed text itself ends, if it says so.
   */
  begin(
    session: Omit<SessionRow, 'id' | 'issued_at' | 'expires_at' | 'ends_at'>,
    until: number | undefined,
  ): Promise<SessionRow>
  /** The session, which then lasts longer; undefined when it ended or is not this project's. */
  use(project: string, id: string): Promise<SessionRow | undefined>
  /** Those of a page's key that can be taken up again, which then last longer; the newest first. */
  resume(project: string, key: string, origin: string): Promise<readonly SessionRow[]>
  /** Ends this one alone (T36); whether it was there. */
  end(project: string, id: string): Promise<boolean>
}

export function createSessions(deps: {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Sessions {
  const { store, now } = deps
  const { compose } = store
  return {
    async begin(session, until) {
      const at = now()
      const ends_at = Math.min(at + longest, until ?? Number.POSITIVE_INFINITY)
      const row: SessionRow = {
        ...session,
        id: randomBytes(16).toString('base64url'),
        issued_at: at,
        expires_at: Math.min(at + idle, ends_at),
        ends_at,
      }
      await store.write([
        compose
          .deleteFrom('signin_sessions')
          .where('project_id', '=', row.project_id)
          .where('key', '=', row.key)
          .where('origin', '=', row.origin)
          .where('address', '=', row.address)
          .where('chain_id', '=', row.chain_id)
          .compile(),
        compose.insertInto('signin_sessions').values(row).compile(),
      ])
      return row
    },
    async use(project, id) {
      const at = now()
      const [[row]] = await store.write([
        compose
          .updateTable('signin_sessions')
          .set(lasting(at))
          .where('id', '=', id)
          .where('project_id', '=', project)
          .where('expires_at', '>', at)
          .returningAll()
          .compile(),
      ])
      return row
    },
    async resume(project, key, origin) {
      const at = now()
      const [rows] = await store.write([
        compose
          .updateTable('signin_sessions')
          .set(lasting(at))
          .where('id', 'in', eb =>
            eb
              .selectFrom('signin_sessions')
              .select('id')
              .where('project_id', '=', project)
              .where('key', '=', key)
              .where('origin', '=', origin)
              .where('expires_at', '>', at - resumable)
              .where('ends_at', '>', at)
              .orderBy('issued_at', 'desc')
              .orderBy('id')
              .limit(mostResumedSessions),
          )
          .returningAll()
          .compile(),
      ])
      return [...rows].sort((left, right) => right.issued_at - left.issued_at)
    },
    async end(project, id) {
      const [rows] = await store.write([
        compose
          .deleteFrom('signin_sessions')
          .where('id', '=', id)
          .where('project_id', '=', project)
          .returning('id')
          .compile(),
      ])
      return rows.length === 1
    },
  }
}

/** Later with each use, until its absolute end. */
function lasting(at: number) {
  return (eb: ExpressionBuilder<Database, 'signin_sessions'>) => {
    const later = eb.cast<number>(eb.val(at + idle), 'bigint')
    return {
      expires_at: eb.case().when('ends_at', '<', later).then(eb.ref('ends_at')).else(later).end(),
    }
  }
}

/** A row as the contract has it. */
export function toSession(row: SessionRow): SignInSession {
  return {
    address: row.address,
    chainId: row.chain_id as CaipNetworkId,
    email: row.email,
    issuedAt: new Date(row.issued_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
  }
}
