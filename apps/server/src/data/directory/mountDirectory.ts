import type { Hono } from 'hono'
import { getRegistryHead, getWallets } from 'latchkey/services'
import type { Logger } from 'pino'
import type { CoreSettings } from '../../core/context/readCoreSettings.ts'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { sendKept } from '../../core/http/sendKept.ts'
import type { Shared } from '../../core/scale/shared.ts'
import { isDevelopmentProject } from '../../projects/findProject.ts'
import { createImages } from '../assets/createImages.ts'
import { mountAssets } from '../assets/mountAssets.ts'
import { createDirectory } from './createDirectory.ts'
import { createHeads, type DirectoryKeys } from './createHeads.ts'
import { developmentKey } from './developmentKey.ts'
import { signingKey } from './readDirectorySettings.ts'
import { readRegistry } from './readRegistry.ts'
import bundled from './registry/wallets.json' with { type: 'json' }
import { reportCertificateEnd } from './reportCertificateEnd.ts'

export interface DirectoryDeps {
  readonly settings: Pick<CoreSettings, 'rateLimit'>
  readonly limiter: Shared['limiter']
  readonly clientAddress: (c: AppContext) => string
  readonly bodyLimit: number
  readonly gate: Gate
  readonly keys: DirectoryKeys
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Asked about with each use, which costs a 304: a list and a head of different ages would not go together. */
const options = { type: 'application/json', caching: 'public, no-cache' }

/** The wallets, the signed head that vouches for them, and pictures, all from memory (SPEC §7). */
export function mountDirectory(app: Hono<AppTypes>, deps: DirectoryDeps): void {
  const { settings, gate, bodyLimit, clientAddress, keys, log, now } = deps
  const registry = readRegistry(bundled)
  const images = createImages(registry.wallets)
  const directory = createDirectory(registry, images)
  const onSign = (time: number) => reportCertificateEnd(keys.certificate, { log, now: time })
  const head = createHeads({ directory, keys, now, onSign })
  const developmentHead = createHeads({ directory, keys: { key: signingKey(developmentKey) }, now })
  // The first one now: a key that cannot sign is found out at the start.
  head()

  mountProjectRoute(app, getWallets, { gate, bodyLimit }, ({ query }, _project, c) =>
    sendKept(c, directory.answer(query), options),
  )
  mountProjectRoute(app, getRegistryHead, { gate, bodyLimit }, (_request, project, c) =>
    sendKept(c, isDevelopmentProject(project.id) ? developmentHead() : head(), options),
  )
  const limiter = deps.limiter({ name: 'pictures', ...settings.rateLimit, whenDown: 'open' })
  mountAssets(app, { images, bodyLimit, take: c => limiter(clientAddress(c), 1) })
}
