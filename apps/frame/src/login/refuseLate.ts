import { createError } from 'latchkey/contract'
import type { LoginSession } from 'latchkey/services'
import type { Sessions } from './createSessions.ts'

/** Ends a session that arrived after another login had begun, or after its visitor had left. @throws LatchkeyError RPC_ABORTED */
export async function refuseLate(sessions: Sessions, session: LoginSession): Promise<never> {
  // The services have ended the previous session: this is the only one of the logged-in visitor.
  if (!(await sessions.replace(session))) void sessions.refuse(session)
  throw createError('RPC_ABORTED')
}
