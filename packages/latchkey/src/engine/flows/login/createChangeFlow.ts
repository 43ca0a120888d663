import { rememberEmail } from '../../base/recentEmails.ts'
import type { EngineContext } from '../../context.ts'
import { confirmLogin } from '../../nouns/embedded/confirmLogin.ts'
import { createEmailFlow, type EmailFlow } from './createEmailFlow.ts'

/** Makes the change of the address that somebody logs in with (SPEC §4 "Email change"). */
export function createChangeFlow(ctx: EngineContext): EmailFlow {
  return createEmailFlow(ctx, {
    async begin(frame, email, signal) {
      return (await frame.request('UPDATE_EMAIL', { email }, { signal })).action
    },
    async finish(frame, email) {
      await confirmLogin(ctx, frame)
      void rememberEmail(ctx.storage, email)
    },
  })
}
