import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { countOpenings } from '../custody/countOpenings.ts'
import { type Custody, createCustody } from '../custody/createCustody.ts'
import { createOpeningWatch } from '../custody/createOpeningWatch.ts'
import type { AccountAddresses, Authorise } from '../custody/custodyCaller.ts'
import { makeVault } from '../custody/makeVault.ts'
import type { CustodySettings } from '../custody/readCustodySettings.ts'
import { leastMailTime, makeMailer } from '../mail/makeMailer.ts'
import type { MailSettings } from '../mail/readMailSettings.ts'
import { makeSignIn } from '../signin/makeSignIn.ts'
import type { SignInSettings } from '../signin/readSignInSettings.ts'
import { createLogin, type Login } from './createLogin.ts'
import type { LoginDeps } from './loginCalls.ts'
import type { LoginSettings } from './readLoginSettings.ts'
import { createAddressMails } from './waiting/createAddressMails.ts'
import { createWaiting, type Waiting, type WaitingDeps } from './waiting/createWaiting.ts'
import type { WaitingSweep } from './waiting/sweepWaiting.ts'

export interface LoginNeeds {
  readonly custody: CustodySettings
  readonly login: LoginSettings
  readonly mail: MailSettings
  readonly signIn: SignInSettings
}

type Context = ServicesContext<LoginNeeds>

/** The embedded wallet's login: `oneOf(ctx, makeLogin)`. */
export function makeLogin(ctx: Context): Login {
  const { mode, walletOrigin = '' } = ctx.settings.custody
  return createLogin({ ...ctx, signIn: oneOf(ctx, makeSignIn), mode, walletOrigin, ...ctx.settings.login })
}

/** Says who asks for a key share, and where they are reached: login, unless another one is provided. */
export function makeCustodyCallers(ctx: Context): {
  readonly authorise: Authorise
  readonly addresses: AccountAddresses
} {
  return oneOf(ctx, makeLogin)
}

/** The key shares of this server: `oneOf(ctx, makeCustody)`. */
export function makeCustody(ctx: Context): Custody {
  const { settings, metrics } = ctx
  return createCustody({
    ...ctx,
    vault: oneOf(ctx, makeVault),
    mode: settings.custody.mode,
    mailer: oneOf(ctx, makeMailer),
    addresses: oneOf(ctx, makeCustodyCallers).addresses,
    onOpen: createOpeningWatch({
      ...ctx,
      mostPerMinute: settings.custody.openingsAlarm,
      onOpen: metrics && countOpenings(metrics.registry),
    }),
  })
}

/** What the rounds over changes that wait work with. */
export function makeWaitingSweep(ctx: Context): WaitingSweep {
  const deps = makeWaitingDeps(ctx)
  return {
    ...ctx,
    login: oneOf(ctx, makeLogin),
    custody: oneOf(ctx, makeCustody),
    waiting: oneOf(ctx, makeWaiting),
    addressMails: createAddressMails(deps),
  }
}

function makeWaitingDeps(ctx: Context): WaitingDeps {
  return {
    ...ctx,
    login: oneOf(ctx, makeLogin),
    custody: oneOf(ctx, makeCustody),
    walletOrigin: ctx.settings.custody.walletOrigin ?? '',
  }
}

/** The changes that wait: `oneOf(ctx, makeWaiting)`. */
export function makeWaiting(ctx: Context): Waiting {
  return createWaiting(makeWaitingDeps(ctx))
}

/** What login's calls work with, those by a provider among them: `oneOf(ctx, makeLoginDeps)`. */
export function makeLoginDeps(ctx: Context): LoginDeps {
  return {
    ...ctx,
    login: oneOf(ctx, makeLogin),
    custody: oneOf(ctx, makeCustody),
    waiting: oneOf(ctx, makeWaiting),
    signIn: oneOf(ctx, makeSignIn),
    mailer: oneOf(ctx, makeMailer),
    limiter: ctx.limiter({ name: 'login', ...loginRate, whenDown: 'closed' }),
    accountLimiter: ctx.limiter({ name: 'passkey accounts', ...passkeyAccounts, whenDown: 'closed' }),
    walletOrigin: ctx.settings.custody.walletOrigin ?? '',
    leastTime: oneOf(ctx, leastMailTime),
  }
}

/** Calls of one client, which several people behind one address may be. */
const loginRate = { perSecond: 10, burst: 200 } as const
/** Accounts that one client makes by passkeys: twenty an hour, as many as it may send codes to. */
const passkeyAccounts = { perSecond: 20 / 3_600, burst: 20 } as const
