import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { makeChainBook } from '../chains/makeChainBook.ts'
import type { ChainSettings } from '../chains/readChainSettings.ts'
import { makeFetchAsset } from '../images/makeFetchAsset.ts'
import type { ImagesSettings } from '../images/readImagesSettings.ts'
import type { IndexerSettings } from '../indexer/readIndexerSettings.ts'
import { makeRpcProxy } from '../rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../rpc/readRpcSettings.ts'
import { makeMintReader } from '../svm/makeMintReader.ts'
import { mountActivity } from './mountActivity.ts'
import { type HistorySettings, readHistorySettings } from './readHistorySettings.ts'

type Own = {
  readonly history: HistorySettings
}

type Needs = Own &
  RpcSettings & {
    readonly chains: ChainSettings
    readonly images: ImagesSettings
    readonly indexer: IndexerSettings
  }

/** What accounts did, and which collectibles they have. */
export const historyRoom: Room<Own, Needs> = {
  settings: read => ({ history: readHistorySettings(read) }),
  secrets: ({ history }) => [...history.providers.values()].map(({ key }) => key),
  mount(app, ctx) {
    mountActivity(app, {
      ...ctx,
      proxy: oneOf(ctx, makeRpcProxy),
      readMints: oneOf(ctx, makeMintReader),
      book: oneOf(ctx, makeChainBook),
      fetchAsset: oneOf(ctx, makeFetchAsset),
    })
  },
}
