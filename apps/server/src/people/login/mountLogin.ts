import type { Hono } from 'hono'
import type { AppTypes } from '../../core/http/appTypes.ts'
import { createLoginCalls, type LoginDeps } from './loginCalls.ts'
import { mountEmailChange } from './mountEmailChange.ts'
import { mountEmailLogin } from './mountEmailLogin.ts'
import { mountLoginLink } from './mountLoginLink.ts'
import { mountLoginSessions } from './mountLoginSessions.ts'
import { mountPasskeys } from './mountPasskeys.ts'
import { mountWaiting } from './waiting/mountWaiting.ts'

/** Login of the embedded wallet (reference §3): every call is the wallet's own, with a proof of the device's key. */
export function mountLogin(app: Hono<AppTypes>, deps: LoginDeps): void {
  const calls = createLoginCalls(deps)
  mountEmailLogin(app, deps, calls)
  mountLoginLink(app, deps, calls)
  mountLoginSessions(app, deps, calls)
  mountEmailChange(app, deps, calls)
  mountPasskeys(app, deps, calls)
  mountWaiting(app, deps, calls)
}
