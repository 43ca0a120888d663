import type { CaipNetworkId } from 'latchkey/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../core/http/appTypes.ts'
import type { Metrics } from '../../core/metrics/metrics.ts'
import type { Shared } from '../../core/scale/shared.ts'
import type { Store } from '../../core/store/store.ts'
import { createChainBook } from '../chains/createChainBook.ts'
import type { ChainSettings } from '../chains/readChainSettings.ts'
import type { HistorySettings } from '../history/readHistorySettings.ts'
import { createRpcProxy } from '../rpc/createRpcProxy.ts'
import { followChain } from './followChain.ts'
import type { Hex } from './hexBytes.ts'
import { listIndexedChains } from './listIndexedChains.ts'
import type { IndexerSettings } from './readIndexerSettings.ts'

/**
 * Indexes the chains, each for itself, in the one process that leads; the others wait for their turn. It ends with the
 * leads, when `shared` is closed.
 */
export function startIndexer(options: {
  readonly settings: {
    readonly indexer: IndexerSettings
    readonly history: HistorySettings
    readonly chains: ChainSettings
    readonly development: boolean
    readonly rpcUpstreams: ReadonlyMap<CaipNetworkId, readonly string[]>
    readonly rpcTimeout: number
    readonly rpcAnswerLimit: number
  }
  readonly store: Store
  readonly shared: Pick<Shared, 'lead'>
  readonly clock: Clock
  readonly log: Logger
  readonly onUpstream?: Metrics['upstream'] | undefined
}): void {
  const { settings, store, shared, clock, log, onUpstream } = options
  const { startBlocks, pollInterval, finality, range, traces } = settings.indexer
  // Nodes of its own: one that is shunned for a heavy question still serves visitors.
  const proxy = createRpcProxy({
    upstreams: settings.rpcUpstreams,
    timeout: settings.rpcTimeout,
    answerLimit: settings.rpcAnswerLimit,
    clock,
    log,
    onUpstream,
  })
  const book = createChainBook({ served: settings.rpcUpstreams.keys(), settings: settings.chains })
  for (const chain of listIndexedChains(settings)) {
    shared.lead(`indexer ${chain}`, ({ signal, fence }) =>
      followChain({
        chain,
        chainId: Number(chain.slice(chain.indexOf(':') + 1)),
        store,
        proxy,
        log,
        fence,
        signal,
        startBlock: startBlocks.get(chain),
        pollInterval,
        finality,
        largestSlice: range,
        wrapped: book.find(chain)?.wrapped?.toLowerCase() as Hex | undefined,
        nativeContract: book.find(chain)?.nativeContract,
        traces,
        mayRestart: settings.development,
      }),
    )
  }
}
