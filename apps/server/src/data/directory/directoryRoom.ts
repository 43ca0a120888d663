import { oneOf, provide } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { makeDirectoryKeys } from './makeDirectoryKeys.ts'
import { mountDirectory } from './mountDirectory.ts'
import { openDirectoryKeys } from './openDirectoryKeys.ts'
import { type DirectorySettings, readDirectorySettings } from './readDirectorySettings.ts'
import { reportDirectoryKeys } from './reportDirectoryKeys.ts'

/** The signed list of wallets and their pictures. */
export const directoryRoom: Room<{ readonly directory: DirectorySettings }> = {
  settings: read => ({ directory: readDirectorySettings(read) }),
  async open(ctx) {
    const keys = await openDirectoryKeys(ctx.settings.directory, ctx.settings.dataFolder)
    provide(ctx, makeDirectoryKeys, keys)
    reportDirectoryKeys(keys, ctx)
  },
  mount: (app, ctx) => mountDirectory(app, { ...ctx, keys: oneOf(ctx, makeDirectoryKeys) }),
}
