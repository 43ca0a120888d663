import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { makeChainBook } from '../chains/makeChainBook.ts'
import type { ChainSettings } from '../chains/readChainSettings.ts'
import type { HistorySettings } from '../history/readHistorySettings.ts'
import { listAccountTokens } from '../indexer/listAccountTokens.ts'
import { makePriceBook } from '../price/makePriceBook.ts'
import type { PriceSettings } from '../price/readPriceSettings.ts'
import { makeRpcProxy } from '../rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../rpc/readRpcSettings.ts'
import { makeMintReader } from '../svm/makeMintReader.ts'
import { mountChainData } from './mountChainData.ts'

type Needs = RpcSettings & {
  readonly chains: ChainSettings
  readonly prices: PriceSettings
  readonly history: HistorySettings
}

/** What accounts hold, and what tokens cost. */
export const balanceRoom: Room<unknown, Needs> = {
  mount(app, ctx) {
    const { settings, store } = ctx
    mountChainData(app, {
      ...ctx,
      book: oneOf(ctx, makeChainBook),
      proxy: oneOf(ctx, makeRpcProxy),
      readMints: oneOf(ctx, makeMintReader),
      prices: oneOf(ctx, makePriceBook),
      spamTokens: settings.history.spamTokens,
      knownTokens: (chain, account) => listAccountTokens(store, chain, account),
    })
  },
}
