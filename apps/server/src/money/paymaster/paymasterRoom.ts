import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { repeat } from '../../core/scale/repeat.ts'
import { makeSmartNetworks } from '../../data/operations/makeSmartNetworks.ts'
import type { PermissionSettings } from '../../data/permissions/readPermissionSettings.ts'
import { makeBundlers } from '../../data/rpc/makeBundlers.ts'
import { makeRpcProxy } from '../../data/rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { refuseWebhookUrl } from '../../projects/refuseWebhookUrl.ts'
import { makeWebhookFetch } from '../payments/makeWebhookFetch.ts'
import { askHostPaymaster } from './askHostPaymaster.ts'
import { makeDeposits, makePaymaster } from './makePaymaster.ts'
import { paymasterMigration } from './migration.ts'
import { mountPaymaster } from './mountPaymaster.ts'
import { type PaymasterSettings, readPaymasterSettings } from './readPaymasterSettings.ts'
import { settleGrants } from './settleGrants.ts'

type Own = { readonly paymaster: PaymasterSettings }

/** Milliseconds between two looks at deposits and at what was paid for. */
const pause = 60_000

/** Smart accounts: where they work, and who pays for their operations (ERC-4337, ERC-7677). */
export const paymasterRoom: Room<Own, Own & RpcSettings & { readonly permissions: PermissionSettings }> = {
  settings: read => ({ paymaster: readPaymasterSettings(read) }),
  check: ({ paymaster: { key, addresses, projects }, bundlerUrls, development }) => [
    ...[...addresses.keys()].flatMap(network =>
      bundlerUrls.has(network)
        ? []
        : [`PAYMASTER_ADDRESSES names ${network}, which BUNDLER_URLS does not serve`],
    ),
    ...(addresses.size > 0 && key === undefined
      ? ['PAYMASTER_ADDRESSES needs PAYMASTER_KEY: the contracts pay for what it signs']
      : []),
    ...[...projects].flatMap(([id, { networks, ask }]) => [
      ...[...networks.keys()].flatMap(network =>
        addresses.has(network)
          ? []
          : [`PAYMASTER_PROJECTS names ${network} for ${id}, which PAYMASTER_ADDRESSES does not`],
      ),
      ...(ask && refuseWebhookUrl(ask.url, development) !== undefined
        ? [`PAYMASTER_PROJECTS has for ${id} a URL that is not https on port 443`]
        : []),
    ]),
  ],
  secrets: ({ paymaster: { key, projects } }) => [
    key,
    key?.slice(2),
    ...[...projects.values()].map(({ ask }) => ask?.secret),
  ],
  migrations: [paymasterMigration],
  mount(app, ctx) {
    const fetch = oneOf(ctx, makeWebhookFetch)
    mountPaymaster(app, {
      ...ctx,
      listNetworks: oneOf(ctx, makeSmartNetworks),
      paymaster: oneOf(ctx, makePaymaster),
      permissionProjects: ctx.settings.permissions.projects,
      askHost: (url, call) => askHostPaymaster(fetch, url, call),
    })
  },
  sweep(ctx) {
    if (ctx.settings.paymaster.addresses.size === 0) return {}
    const deposits = oneOf(ctx, makeDeposits)
    const [proxy, bundlers] = [oneOf(ctx, makeRpcProxy), oneOf(ctx, makeBundlers)]
    return {
      paymaster: term =>
        repeat(term, pause, async () => {
          await deposits.check()
          await settleGrants({ ...ctx, proxy, bundlers }, term)
        }),
    }
  },
}
