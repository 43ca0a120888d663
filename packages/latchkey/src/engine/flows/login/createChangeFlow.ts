import { rememberEmail } from '../../base/recentEmails.ts'
import type { EngineContext } from '../../context.ts'
import { confirmLogin } from '../../nouns/embedded/confirmLogin.ts'
import { createEmailFlow, type EmailFlow } from './createEmailFlow.ts'

/** Creates the flow that changes the visitor's login address (SPEC §4 "Email change"). */
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
