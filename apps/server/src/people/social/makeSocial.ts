import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { makeRpcProxy } from '../../data/rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import type { CustodySettings } from '../custody/readCustodySettings.ts'
import { makeSignInKey } from '../signin/makeSignIn.ts'
import type { SignInSettings } from '../signin/readSignInSettings.ts'
import { createSocial, type Social } from './createSocial.ts'
import { createFarcaster, type Farcaster } from './farcaster/createFarcaster.ts'
import type { SocialSettings } from './readSocialSettings.ts'

type Context = ServicesContext<
  RpcSettings & {
    readonly custody: CustodySettings
    readonly signIn: SignInSettings
    readonly social: SocialSettings
  }
>

/** Logins by a provider, as the calls and the wallet's pages share them: `oneOf(ctx, makeSocial)`. */
export function makeSocial(ctx: Context): Social {
  const { social, custody } = ctx.settings
  return createSocial({
    ...ctx,
    settings: social,
    key: oneOf(ctx, makeSignInKey),
    walletOrigin: custody.walletOrigin ?? '',
  })
}

/** Logins with a Farcaster account, where they are set up: `oneOf(ctx, makeFarcaster)`. */
export function makeFarcaster(ctx: Context): Farcaster | undefined {
  const { social, custody, signIn } = ctx.settings
  if (social.farcaster === undefined) return undefined
  const { flows, nonceOf } = oneOf(ctx, makeSocial)
  return createFarcaster({
    settings: social.farcaster,
    flows,
    nonceOf,
    proxy: oneOf(ctx, makeRpcProxy),
    quorum: signIn.quorum,
    walletOrigin: custody.walletOrigin ?? '',
    now: ctx.now,
  })
}
