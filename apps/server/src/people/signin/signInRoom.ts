import { oneOf, provide } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { warnOwnKey } from '../../core/settings/warnOwnKey.ts'
import type { ChainSettings } from '../../data/chains/readChainSettings.ts'
import { makeRpcProxy } from '../../data/rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { leastMailTime, makeMailer } from '../mail/makeMailer.ts'
import type { MailSettings } from '../mail/readMailSettings.ts'
import { breakerMigration } from './breakerMigration.ts'
import { checkPublicUrls } from './checkPublicUrls.ts'
import { checkQuorum } from './checkQuorum.ts'
import { limitsMigration } from './limitsMigration.ts'
import { makeSignIn, makeSignInKey } from './makeSignIn.ts'
import { signInMigration } from './migration.ts'
import { mountEmail } from './mountEmail.ts'
import { mountSignIn } from './mountSignIn.ts'
import { openSignInKey } from './openSignInKey.ts'
import { readSignInSettings, type SignInSettings } from './readSignInSettings.ts'
import { sweepSignIn } from './sweepSignIn.ts'

type Own = {
  readonly signIn: SignInSettings
}

/** Hosted sign-in, and email capture. */
export const signInRoom: Room<
  Own,
  Own & RpcSettings & { readonly chains: ChainSettings; readonly mail: MailSettings }
> = {
  settings: read => ({ signIn: readSignInSettings(read) }),
  check: settings => [
    ...checkQuorum(settings.signIn.quorum, settings.rpcUpstreams),
    ...checkPublicUrls(settings),
  ],
  migrations: [signInMigration, breakerMigration, limitsMigration],
  async open(ctx) {
    const { signIn, dataFolder } = ctx.settings
    provide(ctx, makeSignInKey, await openSignInKey(signIn, dataFolder))
    warnOwnKey(ctx, signIn, { name: 'sign-in', variable: 'SIGNIN_KEY' })
  },
  mount(app, ctx) {
    const signIn = oneOf(ctx, makeSignIn)
    const proxy = oneOf(ctx, makeRpcProxy)
    const { quorum, acceptTransactions } = ctx.settings.signIn
    const formats = Object.fromEntries(
      ctx.settings.chains.described.flatMap(({ id, format }) => (format ? [[id, format]] : [])),
    )
    mountSignIn(app, { ...ctx, signIn, proxy, quorum, acceptTransactions, formats })
    mountEmail(app, {
      ...ctx,
      signIn,
      mailer: oneOf(ctx, makeMailer),
      leastTime: oneOf(ctx, leastMailTime),
    })
  },
  sweep: ctx => ({ 'sign-in': term => sweepSignIn(ctx, term) }),
}
