import { rememberEmail } from '../../base/recentEmails.ts'
import type { EngineContext } from '../../context.ts'
import { admitLogin } from './admitLogin.ts'
import { createEmailFlow, type EmailFlow } from './createEmailFlow.ts'
import { createUnderWay } from './createUnderWay.ts'
import { emitLoginFailed } from './emitLoginFailed.ts'

/** Makes the login by email of an engine (SPEC §4 "Email login"). */
export function createLoginFlow(ctx: EngineContext): EmailFlow {
  return createEmailFlow(ctx, {
    async begin(frame, email, signal) {
      const { action } = await frame.request('CONNECT_EMAIL', { email }, { signal })
      return action === 'CONNECT' ? undefined : action
    },
    outlivesScreen: true,
    async finish(frame, email, signal) {
      await admitLogin(ctx, frame, signal)
      void rememberEmail(ctx.storage, email)
    },
    moved: createUnderWay(ctx),
    failed: error => emitLoginFailed(ctx, 'email', error),
  })
}
