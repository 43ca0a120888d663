import type { HttpBindings } from '@hono/node-server'
import { createLog } from './core/log/createLog.ts'
import { parseEnvironment } from './core/settings/parseEnvironment.ts'
import { settingsSecrets } from './core/settings/settingsSecrets.ts'
import type { Database } from './core/store/database.ts'
import { sqliteDatabase } from './core/store/eachStore.fixture.ts'
import { migratedPostgres } from './core/store/migratedPostgres.fixture.ts'
import type { Store } from './core/store/store.ts'
import { type AppDeps, createApp } from './createApp.ts'
import { makeAttestationKey } from './people/attestation/openAttestationKey.ts'
import { createMailer } from './people/mail/createMailer.ts'
import { seedDevelopmentProject } from './projects/seedDevelopmentProject.ts'

export interface TestApp {
  readonly store: Store
  readonly lines: string[]
  /** Sends a request as if from this socket address. */
  request(path: string, init?: RequestInit, from?: string): Promise<Response>
  addProject(id: string, origins?: readonly string[]): Promise<void>
  /** Another process takes over: nothing is left but what the store has. */
  restart(): void
  close(): Promise<void>
}

/** The whole app over a real store of its own: SQLite, or PostgreSQL with LATCHKEY_TEST_ENGINE=postgres. */
export async function openApp(
  environment: Readonly<Record<string, string>> = {},
  deps: Partial<
    Pick<
      AppDeps,
      | 'clock'
      | 'custodyVault'
      | 'directoryKeys'
      | 'isDraining'
      | 'leastMailTime'
      | 'login'
      | 'now'
      | 'shared'
      | 'signInKey'
    >
  > = {},
): Promise<TestApp> {
  const database = await (process.env.LATCHKEY_TEST_ENGINE === 'postgres'
    ? migratedPostgres()
    : sqliteDatabase())
  const settings = parseEnvironment({ ...database.environment, ...environment })
  const lines: string[] = []
  const store = await database.open<Database>(undefined)
  if (settings.development) await seedDevelopmentProject(store, 1)
  const log = createLog({
    level: 'debug',
    sink: { write: line => lines.push(line) },
    secrets: settingsSecrets(settings),
  })
  const mailer = createMailer(settings.mail)
  // The key is kept beside the store.
  const signInKey = makeAttestationKey()
  const start = () => createApp({ store, settings, log, mailer, signInKey, ...deps })
  let app = start()
  return {
    store,
    lines,
    restart() {
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
