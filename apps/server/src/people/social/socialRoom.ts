import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { type LoginNeeds, makeLoginDeps } from '../login/makeLogin.ts'
import { mountFarcaster } from './farcaster/mountFarcaster.ts'
import { makeFarcaster, makeSocial } from './makeSocial.ts'
import { socialMigration } from './migration.ts'
import { mountSocial } from './mountSocial.ts'
import { socialOwnMigration } from './ownMigration.ts'
import { socialPurposeMigration } from './purposeMigration.ts'
import { readSocialSettings, type SocialSettings } from './readSocialSettings.ts'

type Own = {
  readonly social: SocialSettings
}

/** Logins by a provider, and with a Farcaster account. */
export const socialRoom: Room<Own, Own & RpcSettings & LoginNeeds> = {
  settings: read => ({ social: readSocialSettings(read) }),
  check: ({ social: { farcaster }, rpcUpstreams }) =>
    farcaster === undefined || rpcUpstreams.has(farcaster.chain)
      ? []
      : ['FARCASTER_CHAIN must be a chain of RPC_UPSTREAMS'],
  secrets: ({ social }) =>
    [...social.providers.values()].flatMap(({ secret }) => (typeof secret === 'string' ? secret : [])),
  migrations: [socialMigration, socialPurposeMigration, socialOwnMigration],
  mount(app, ctx) {
    const { social } = ctx.settings
    const deps = {
      ...oneOf(ctx, makeLoginDeps),
      social: oneOf(ctx, makeSocial),
      farcaster: oneOf(ctx, makeFarcaster),
    }
    mountSocial(app, deps)
    mountFarcaster(app, {
      ...deps,
      settings: social.farcaster,
      channelLimiter: ctx.limiter({ name: 'farcaster channels', ...channelRate, whenDown: 'closed' }),
    })
  },
}

/** Calls of one client's Farcaster apps; each app makes two. */
const channelRate = { perSecond: 2, burst: 60 } as const
