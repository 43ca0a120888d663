import type { CaipNetworkId } from 'latchkey/contract'
import { type IndexerSettings, isIndexable } from './readIndexerSettings.ts'

/** Chains whose history comes from a provider; the indexer leaves those to it. */
export interface HistoryProviders {
  readonly history: { readonly providers: ReadonlyMap<CaipNetworkId, unknown> }
}

/**
 * Lists the chains that are indexed here: those named in the settings, else every EVM chain of the RPC proxy without
 * another history provider.
 */
export function listIndexedChains(
  settings: HistoryProviders & {
    readonly indexer: Pick<IndexerSettings, 'chains'>
    readonly rpcUpstreams: ReadonlyMap<CaipNetworkId, unknown>
  },
): readonly CaipNetworkId[] {
  const served = [...settings.rpcUpstreams.keys()].filter(isIndexable)
  const { chains } = settings.indexer
  if (chains !== undefined) return served.filter(chain => chains.includes(chain))
  return served.filter(chain => !settings.history.providers.has(chain))
}
