import { createError } from 'latchkey/contract'
import type { LoginSession } from 'latchkey/services'
import type { Sessions } from './createSessions.ts'

/** Ends a session that arrived after another login had begun, or after its visitor had left. @throws LatchkeyError RPC_ABORTED */
export async function refuseLate(sessions: Sessions, session: LoginSession): Promise<never> {
  // The services have ended the session before it: for who is logged in this is the one there is.
  if (!(await sessions.replace(session))) void sessions.refuse(session)
  throw createError('RPC_ABORTED')
}
