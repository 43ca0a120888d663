import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { repeat } from '../../core/scale/repeat.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { mountCustody } from '../custody/mountCustody.ts'
import { createPolicies } from '../custody/policy/createPolicies.ts'
import { loginCredentialMigration } from './credentialMigration.ts'
import { loginDeferredMigration } from './deferredMigration.ts'
import {
  type LoginNeeds,
  makeCustody,
  makeCustodyCallers,
  makeLoginDeps,
  makeWaitingSweep,
} from './makeLogin.ts'
import { loginMigration } from './migration.ts'
import { mountLogin } from './mountLogin.ts'
import { type LoginSettings, readLoginSettings } from './readLoginSettings.ts'
import { sweepLogin } from './sweepLogin.ts'
import { loginWaitingMigration } from './waiting/migration.ts'
import { sweepWaiting } from './waiting/sweepWaiting.ts'

/** Login of the embedded wallet, and custody's calls for logged-in visitors. */
export const loginRoom: Room<
  { readonly login: LoginSettings },
  LoginNeeds & Pick<RpcSettings, 'bundlerUrls'>
> = {
  settings: read => ({ login: readLoginSettings(read) }),
  migrations: [loginMigration, loginCredentialMigration, loginDeferredMigration, loginWaitingMigration],
  mount(app, ctx) {
    mountCustody(app, {
      ...ctx,
      custody: oneOf(ctx, makeCustody),
      authorise: oneOf(ctx, makeCustodyCallers).authorise,
      limiter: ctx.limiter({ name: 'custody', ...custodyRate, whenDown: 'closed' }),
      accountLimiter: ctx.limiter({ name: 'custody accounts', ...custodyAccountRate, whenDown: 'closed' }),
      policies: createPolicies({ ...ctx, policies: ctx.settings.custody.policies }),
      hasSmartAccounts: ctx.settings.bundlerUrls.size > 0,
    })
    mountLogin(app, oneOf(ctx, makeLoginDeps))
  },
  sweep: ctx => ({
    login: term => sweepLogin(ctx, term),
    'login waiting': term => {
      const waiting = makeWaitingSweep(ctx)
      return repeat(term, waitingPause, () => sweepWaiting(waiting, term.fence))
    },
  }),
}

/** Milliseconds between two rounds over the changes that wait. */
const waitingPause = 60_000

/** Calls of one device: an approval needs one, a login a handful. */
const custodyRate = { perSecond: 2, burst: 60 } as const
/** Calls of one account from all of its devices: 600 at once, then 14,400 a day. */
const custodyAccountRate = { perSecond: 1 / 6, burst: 600 } as const
