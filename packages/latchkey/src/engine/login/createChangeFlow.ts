import { createError } from '../../contract/errors/createError.ts'
import { rememberEmail } from '../base/recentEmails.ts'
import type { EngineContext } from '../context.ts'
import { authOf } from './admitLogin.ts'
import { createEmailFlow, type EmailFlow } from './createEmailFlow.ts'

/** Makes the change of the address that somebody logs in with (SPEC §4 "Email change"). */
export function createChangeFlow(ctx: EngineContext): EmailFlow {
  return createEmailFlow(ctx, {
    async begin(frame, email, signal) {
      return (await frame.request('UPDATE_EMAIL', { email }, { signal })).action
    },
    async finish(frame, email) {
      const auth = authOf(await frame.request('GET_USER', {}))
      const { connections } = ctx.connections.getState()
      const connection = connections.find(({ transport }) => transport === 'embedded')
      // Nobody is in here any more.
      if (!connection) throw createError('NOT_EMBEDDED')
      ctx.connections.dispatch({ type: 'confirmed', connection: { ...connection, auth } })
      const { loginKey } = await import('../../embedded/restoreLogin.ts')
      const { name: provider, username } = auth
      void ctx.storage.write(loginKey, { provider, ...(username !== undefined && { username }) })
      void rememberEmail(ctx.storage, email)
    },
  })
}
