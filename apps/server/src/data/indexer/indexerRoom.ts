import type { Room } from '../../core/context/room.ts'
import type { ChainSettings } from '../chains/readChainSettings.ts'
import type { RpcSettings } from '../rpc/readRpcSettings.ts'
import { followChains } from './followChains.ts'
import type { HistoryProviders } from './listIndexedChains.ts'
import { indexerMigration } from './migration.ts'
import { type IndexerSettings, readIndexerSettings } from './readIndexerSettings.ts'
import { indexerShownMigration } from './shownMigration.ts'

type Own = {
  readonly indexer: IndexerSettings
}

/** Reads chains block by block into the store, for history and collectibles. */
export const indexerRoom: Room<
  Own,
  Own & RpcSettings & HistoryProviders & { readonly chains: ChainSettings }
> = {
  settings: read => ({ indexer: readIndexerSettings(read) }),
  migrations: [indexerMigration, indexerShownMigration],
  sweep: followChains,
}
