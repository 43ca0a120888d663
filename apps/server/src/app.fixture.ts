import type { KeyObject } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { provide } from './core/context/oneOf.ts'
import { createLog } from './core/log/createLog.ts'
import type { Shared } from './core/scale/shared.ts'
import type { Database } from './core/store/database.ts'
import { sqliteDatabase } from './core/store/eachStore.fixture.ts'
import { migratedPostgres } from './core/store/migratedPostgres.fixture.ts'
import type { Store } from './core/store/store.ts'
import { createApp } from './createApp.ts'
import { createServicesContext } from './createServicesContext.ts'
import type { DirectoryKeys } from './data/directory/createHeads.ts'
import { makeDirectoryKeys } from './data/directory/makeDirectoryKeys.ts'
import { parseEnvironment } from './parseEnvironment.ts'
import { makeVault } from './people/custody/makeVault.ts'
import type { KeyVault } from './people/custody/vault/vault.ts'
import { makeCustodyCallers } from './people/login/makeLogin.ts'
import { createMailer } from './people/mail/createMailer.ts'
import { leastMailTime, makeMailer } from './people/mail/makeMailer.ts'
import { makeSignInKey } from './people/signin/makeSignIn.ts'
import { seedDevelopmentProject } from './projects/seedDevelopmentProject.ts'
import { settingsSecrets } from './settingsSecrets.ts'

export interface TestApp {
  readonly store: Store
  readonly lines: string[]
  /** Sends a request as if from this socket address. */
  request(path: string, init?: RequestInit, from?: string): Promise<Response>
  addProject(id: string, origins?: readonly string[]): Promise<void>
  /** Another process takes over, with these variables changed: nothing is left but what the store has. */
  restart(changed?: Readonly<Record<string, string>>): void
  close(): Promise<void>
}

/** The whole app over a real store of its own: SQLite, or PostgreSQL with LATCHKEY_TEST_ENGINE=postgres. */
export async function openApp(
  environment: Readonly<Record<string, string>> = {},
  deps: Partial<{
    clock: () => number
    now: () => number
    isDraining: () => boolean
    shared: Shared
    custodyVault: KeyVault
    directoryKeys: DirectoryKeys
    leastMailTime: number
    login: ReturnType<typeof makeCustodyCallers>
    signInKey: KeyObject
    /** Gets what the parts of the app share, each time it starts. */
    started: (ctx: ReturnType<typeof createServicesContext>) => void
  }> = {},
): Promise<TestApp> {
  const database = await (process.env.LATCHKEY_TEST_ENGINE === 'postgres'
    ? migratedPostgres()
    : sqliteDatabase())
  let settings = parseEnvironment({ ...database.environment, ...environment })
  const lines: string[] = []
  const store = await database.open<Database>(undefined)
  if (settings.development) await seedDevelopmentProject(store, 1)
  const log = createLog({
    level: 'debug',
    sink: { write: line => lines.push(line) },
    secrets: settingsSecrets(settings),
  })
  const mailer = createMailer(settings.mail)
  const { custodyVault, directoryKeys, leastMailTime: least, login, signInKey, started, ...parts } = deps
  // The key is stored beside the store.
  const key = signInKey ?? makeSignInKey({})
  const start = () => {
    const ctx = createServicesContext({ store, settings, log, ...parts })
    provide(ctx, makeMailer, mailer)
    provide(ctx, makeSignInKey, key)
    if (custodyVault !== undefined) provide(ctx, makeVault, custodyVault)
    if (directoryKeys !== undefined) provide(ctx, makeDirectoryKeys, directoryKeys)
    if (least !== undefined) provide(ctx, leastMailTime, least)
    if (login !== undefined) provide(ctx, makeCustodyCallers, login)
    started?.(ctx)
    return createApp(ctx)
  }
  let app = start()
  return {
    store,
    lines,
    restart(changed = {}) {
      settings = parseEnvironment({ ...database.environment, ...environment, ...changed })
      app = start()
    },
    async request(path, init, from = '203.0.113.7') {
      // Only what the app reads of a connection.
      const bindings = { incoming: { socket: { remoteAddress: from } } } as unknown as HttpBindings
      return app.request(path, init, bindings)
    },
    async addProject(id, origins = []) {
      await store.write([
        store.compose.insertInto('projects').values({ id, name: id, created_at: 1 }).compile(),
        ...origins.map(origin =>
          store.compose.insertInto('project_origins').values({ project_id: id, origin }).compile(),
        ),
      ])
    },
    async close() {
      mailer.close()
      await store.close()
      await database.remove()
    },
  }
}
