import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { repeat } from '../../core/scale/repeat.ts'
import { makeRpcProxy } from '../rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../rpc/readRpcSettings.ts'
import { createPermissionChain } from './createPermissionChain.ts'
import { createPermissions } from './createPermissions.ts'
import { permissionMigration } from './migration.ts'
import { mountPermissions } from './mountPermissions.ts'
import { type PermissionSettings, readPermissionSettings } from './readPermissionSettings.ts'

type Own = { readonly permissions: PermissionSettings }

/** Milliseconds between two clearings of what has expired. */
const pause = 3_600_000

/** Permissions that smart accounts give (ERC-7715). Unaudited: off for every project that the operator does not name. */
export const permissionsRoom: Room<Own, Own & RpcSettings> = {
  settings: read => ({ permissions: readPermissionSettings(read) }),
  migrations: [permissionMigration],
  mount(app, ctx) {
    const proxy = oneOf(ctx, makeRpcProxy)
    mountPermissions(app, {
      ...ctx,
      permissions: createPermissions(ctx),
      chain: createPermissionChain(proxy),
      proxy,
      projects: ctx.settings.permissions.projects,
    })
  },
  sweep: ctx =>
    ctx.settings.permissions.projects.size === 0
      ? {}
      : { permissions: term => repeat(term, pause, () => createPermissions(ctx).sweep()) },
}
