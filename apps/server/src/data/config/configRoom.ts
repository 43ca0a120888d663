import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { developmentKey } from '../directory/developmentKey.ts'
import { makeDirectoryKeys } from '../directory/makeDirectoryKeys.ts'
import { signingKey } from '../directory/readDirectorySettings.ts'
import { createConfigSigner } from './createConfigSigner.ts'
import { mountProjects } from './mountProjects.ts'

/** What a project is set to, signed by the directory's key. */
export const configRoom: Room = {
  mount(app, ctx) {
    const config = createConfigSigner({
      keys: oneOf(ctx, makeDirectoryKeys),
      developmentKeys: { key: signingKey(developmentKey) },
      now: ctx.now,
    })
    mountProjects(app, { ...ctx, config })
  },
}
