import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { mountCustody } from '../custody/mountCustody.ts'
import { createPolicies } from '../custody/policy/createPolicies.ts'
import { loginCredentialMigration } from './credentialMigration.ts'
import { loginDeferredMigration } from './deferredMigration.ts'
import { type LoginNeeds, makeCustody, makeCustodyCallers, makeLoginDeps } from './makeLogin.ts'
import { loginMigration } from './migration.ts'
import { mountLogin } from './mountLogin.ts'
import { type LoginSettings, readLoginSettings } from './readLoginSettings.ts'
import { sweepLogin } from './sweepLogin.ts'

/** Login of the embedded wallet, and custody's calls for logged-in visitors. */
export const loginRoom: Room<{ readonly login: LoginSettings }, LoginNeeds> = {
  settings: read => ({ login: readLoginSettings(read) }),
  migrations: [loginMigration, loginCredentialMigration, loginDeferredMigration],
  mount(app, ctx) {
    mountCustody(app, {
      ...ctx,
      custody: oneOf(ctx, makeCustody),
      authorise: oneOf(ctx, makeCustodyCallers).authorise,
      limiter: ctx.limiter({ name: 'custody', ...custodyRate, whenDown: 'closed' }),
      accountLimiter: ctx.limiter({ name: 'custody accounts', ...custodyAccountRate, whenDown: 'closed' }),
      policies: createPolicies({ ...ctx, policies: ctx.settings.custody.policies }),
    })
    mountLogin(app, oneOf(ctx, makeLoginDeps))
  },
  sweep: ctx => ({ login: term => sweepLogin(ctx, term) }),
}

/** Calls of one device: an approval needs one, a login a handful. */
const custodyRate = { perSecond: 2, burst: 60 } as const
/** Calls of one account from all of its devices: 600 at once, then 14,400 a day. */
const custodyAccountRate = { perSecond: 1 / 6, burst: 600 } as const
