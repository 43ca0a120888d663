import type { ErrorKind } from '../../contract/error.ts'
import { type ErrorCode, errorTable } from '../../contract/errors/table.ts'
import { rememberEmail } from '../base/recentEmails.ts'
import type { EngineContext } from '../context.ts'
import { admitLogin } from './admitLogin.ts'
import { createEmailFlow, type EmailFlow } from './createEmailFlow.ts'

/** Makes the login by email of an engine (SPEC §4 "Email login"). */
export function createLoginFlow(ctx: EngineContext): EmailFlow {
  return createEmailFlow(ctx, {
    async begin(frame, email, signal) {
      const { action } = await frame.request('CONNECT_EMAIL', { email }, { signal })
      return action === 'CONNECT' ? undefined : action
    },
    async finish(frame, email, signal) {
      await admitLogin(ctx, frame, signal)
      void rememberEmail(ctx.storage, email)
    },
    moved(isUnderWay) {
      const { activeNamespace: namespace } = ctx.connections.getState()
      ctx.connections.dispatch({ type: isUnderWay ? 'connecting' : 'connectEnded', namespace })
    },
    failed({ code, kind }) {
      const known = Object.hasOwn(errorTable, code) ? (code as ErrorCode) : 'CONNECT_FAILED'
      ctx.facts.emit('connectFailed', { walletId: 'embedded:email', code: known, kind: kind as ErrorKind })
    },
  })
}
