import { oneOf, provide } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import type { RpcSettings } from '../rpc/readRpcSettings.ts'
import { nameHoldersMigration } from './holdersMigration.ts'
import { makeNames, makeSignerKey } from './makeNames.ts'
import { nameMigration } from './migration.ts'
import { mountNames } from './mountNames.ts'
import { openSignerKey } from './openSignerKey.ts'
import { type NameSettings, readNameSettings } from './readNameSettings.ts'

type Own = {
  readonly names: NameSettings
}

/** Names of the operator's zone, and the gateway that resolvers ask. */
export const namesRoom: Room<Own, Own & RpcSettings> = {
  settings: read => ({ names: readNameSettings(read) }),
  check: ({ names: { chain }, rpcUpstreams }) =>
    chain === undefined || rpcUpstreams.has(chain) ? [] : ['NAME_CHAIN must be a chain of RPC_UPSTREAMS'],
  secrets: ({ names }) => [names.signerKey],
  migrations: [nameMigration, nameHoldersMigration],
  open: ctx => provide(ctx, makeSignerKey, openSignerKey(ctx.settings, ctx.settings.dataFolder)),
  mount(app, ctx) {
    const { registrationsPerHour, operator } = ctx.settings.names
    mountNames(app, { ...ctx, names: oneOf(ctx, makeNames), registrationsPerHour, operator })
  },
}
