import { mountHealth } from '../health/mountHealth.ts'
import { mountOpenApi } from '../openapi/mountOpenApi.ts'
import { scaleMigration } from '../scale/migration.ts'
import { urlSecrets } from '../settings/urlSecrets.ts'
import { type CoreSettings, readCoreSettings } from './readCoreSettings.ts'
import type { Room } from './room.ts'

/** Store, limits, health and the description of all calls. */
export const coreRoom: Room<CoreSettings> = {
  settings: readCoreSettings,
  check: ({ redisUrl, databaseUrl }) =>
    redisUrl !== undefined && databaseUrl === undefined
      ? ['REDIS_URL needs DATABASE_URL: processes that share limits share their data as well']
      : [],
  secrets: ({ redisUrl, databaseUrl }) => [databaseUrl, redisUrl].flatMap(urlSecrets),
  migrations: [scaleMigration],
  mount(app, ctx) {
    mountHealth(app, ctx)
    mountOpenApi(app)
  },
}
