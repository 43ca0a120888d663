import type { Room } from '../core/context/room.ts'
import { relayMigration } from './migration.ts'
import { mountRelayClock } from './mountRelayClock.ts'
import { relayProjectMigration } from './projectMigration.ts'
import { hasRelay, type RelaySettings, readRelaySettings } from './readRelaySettings.ts'
import { relaySenderMigration } from './senderMigration.ts'
import { relayShelfMigrations } from './shelfMigrations.ts'
import type { RelayNeeds } from './startRelay.ts'

const loadStart = () => import('./startRelay.ts')

/** Carries sealed messages between wallets and pages, over sockets. */
export const relayRoom: Room<{ readonly relay: RelaySettings }, RelayNeeds> = {
  settings: read => ({ relay: readRelaySettings(read) }),
  migrations: [relayMigration, relayProjectMigration, ...relayShelfMigrations, relaySenderMigration],
  mount: (app, ctx) => mountRelayClock(app, ctx.settings),
  load: settings => (hasRelay(settings) ? loadStart() : undefined),
  async attach(ctx, server) {
    // Where there is none, its counters stand at nothing.
    if (!hasRelay(ctx.settings) && ctx.metrics === undefined) return undefined
    const { startRelay } = await loadStart()
    return startRelay(ctx, server)
  },
}
