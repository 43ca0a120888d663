import type { ServicesContext } from '../../core/context/servicesContext.ts'
import type { Term } from '../../core/scale/shared.ts'
import { createChainBook } from '../chains/createChainBook.ts'
import type { ChainSettings } from '../chains/readChainSettings.ts'
import { chainNumber } from '../namespaces/namespaces.ts'
import { createRpcProxy } from '../rpc/createRpcProxy.ts'
import type { RpcSettings } from '../rpc/readRpcSettings.ts'
import { followChain } from './followChain.ts'
import type { Hex } from './hexBytes.ts'
import { type HistoryProviders, listIndexedChains } from './listIndexedChains.ts'
import type { IndexerSettings } from './readIndexerSettings.ts'

/**
 * The work of the indexer by the name of its lead: one for each chain, so that several processes share them. The work
 * ends when its term does.
 */
export function followChains(
  ctx: ServicesContext<
    RpcSettings & HistoryProviders & { readonly indexer: IndexerSettings; readonly chains: ChainSettings }
  >,
): Readonly<Record<string, (term: Term) => Promise<void>>> {
  const { settings, store, clock, log, metrics } = ctx
  const { startBlocks, pollInterval, finality, range, traces } = settings.indexer
  const chains = listIndexedChains(settings)
  if (chains.length === 0) return {}
  // Nodes of its own: one that is shunned for a heavy question still serves visitors.
  const proxy = createRpcProxy({
    upstreams: settings.rpcUpstreams,
    timeout: settings.rpcTimeout,
    answerLimit: settings.rpcAnswerLimit,
    clock,
    log,
    onUpstream: metrics?.upstream,
  })
  const book = createChainBook({ served: settings.rpcUpstreams.keys(), settings: settings.chains })
  return Object.fromEntries(
    chains.map(chain => [
      `indexer ${chain}`,
      ({ signal, fence }: Term) =>
        followChain({
          chain,
          chainId: Number(chainNumber(chain)),
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
    ]),
  )
}
