import type { AppContext } from '../../core/http/appTypes.ts'
import type { CustodyCaller } from '../custody/custodyCaller.ts'
import type { LoginSessionRow } from './createLoginSessions.ts'

/** Who asks, with their session. */
export interface LoginCaller extends CustodyCaller {
  readonly session: LoginSessionRow
}

/** Reads the request's session token; undefined for none, or for a foreign one. */
export function readToken(c: AppContext): string | undefined {
  return /^DPoP ([A-Za-z0-9_-]{22,200})$/.exec(c.req.header('authorization') ?? '')?.[1]
}
