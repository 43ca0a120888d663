import type { Room } from '../core/context/room.ts'
import { relayMigration } from './migration.ts'
import { mountRelayClock } from './mountRelayClock.ts'
import { relayProjectMigration } from './projectMigration.ts'
import { type RelaySettings, readRelaySettings } from './readRelaySettings.ts'
import { type RelayNeeds, startRelay } from './startRelay.ts'

/** Carries sealed messages between wallets and pages, over sockets. */
export const relayRoom: Room<{ readonly relay: RelaySettings }, RelayNeeds> = {
  settings: read => ({ relay: readRelaySettings(read) }),
  migrations: [relayMigration, relayProjectMigration],
  mount: (app, ctx) => mountRelayClock(app, ctx.settings),
  attach: startRelay,
}
