import type { Hono } from 'hono'
import type { CaipNetworkId } from 'latchkey/contract'
import type { Logger } from 'pino'
import type { AppContext, AppTypes, Clock } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import type { Store } from '../../core/store/store.ts'
import type { ChainBook } from '../chains/createChainBook.ts'
import type { SpamRules } from '../chains/spam.ts'
import type { FetchPublic } from '../images/fetchPublic.ts'
import { listIndexedChains } from '../indexer/listIndexedChains.ts'
import type { IndexerSettings } from '../indexer/readIndexerSettings.ts'
import { machineOf } from '../namespaces/namespaces.ts'
import { createDocuments } from '../nfts/createDocuments.ts'
import { createMintNfts } from '../nfts/createMintNfts.ts'
import { createNftReader } from '../nfts/createNftReader.ts'
import { mountNfts } from '../nfts/mountNfts.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import type { ReadMints } from '../svm/createMintReader.ts'
import { createEtherscanHistory } from './createEtherscanHistory.ts'
import { createIndexedHistory } from './createIndexedHistory.ts'
import { mountHistory } from './mountHistory.ts'
import type { HistorySettings } from './readHistorySettings.ts'

/** What accounts did and which collectibles they have, from the own index or the providers that the operator named. */
export function mountActivity(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly store: Store
    readonly settings: {
      readonly indexer: Pick<IndexerSettings, 'chains'>
      readonly history: HistorySettings
      readonly rpcUpstreams: ReadonlyMap<CaipNetworkId, unknown>
    }
    readonly proxy: Pick<RpcProxy, 'call' | 'serves'>
    readonly book: ChainBook
    readonly readMints: ReadMints
    /** Knows `ipfs:` as well. */
    readonly fetchAsset: FetchPublic
    readonly clientAddress: (c: AppContext) => string
    readonly clock: Clock
    readonly log: Logger
  },
): void {
  const { gate, bodyLimit, store, settings, proxy, book, clientAddress, clock, log } = deps
  const indexed = new Set(listIndexedChains(settings))
  const own = createIndexedHistory(store)
  const providers = new Map(
    [...settings.history.providers].map(([chain, { url, key }]) => [
      chain,
      createEtherscanHistory({ url, key, clock, log }),
    ]),
  )
  const nfts = createNftReader({ store, proxy, fetchPublic: deps.fetchAsset, log })
  const spamRules = (chain: CaipNetworkId): SpamRules => ({
    vouched: address => book.token(chain, address) !== undefined,
    symbols: book.symbols(chain),
    listed: address => settings.history.spamTokens.has(`${chain}:${address}`),
  })
  mountHistory(app, {
    gate,
    bodyLimit,
    providerOf: chain => providers.get(chain) ?? (indexed.has(chain) ? own : undefined),
    factsOf: book.find,
    vouchedToken: book.token,
    nfts,
    clientAddress,
    spamRules,
  })
  const isIndexed = (chain: CaipNetworkId) => indexed.has(chain)
  const documents = createDocuments({ fetchPublic: deps.fetchAsset, clock, log })
  const ofMints = createMintNfts({ proxy, readMints: deps.readMints, documents, spamRules })
  const liveSource = (chain: CaipNetworkId) =>
    machineOf(chain) === 'svm' && proxy.serves(chain) ? ofMints : undefined
  mountNfts(app, { gate, bodyLimit, store, isIndexed, liveSource, nfts, clientAddress, spamRules })
}
