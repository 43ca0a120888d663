import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { makeChainBook } from '../../data/chains/makeChainBook.ts'
import type { ChainSettings } from '../../data/chains/readChainSettings.ts'
import { developmentKey } from '../../data/directory/developmentKey.ts'
import { makeDirectoryKeys } from '../../data/directory/makeDirectoryKeys.ts'
import { signingKey } from '../../data/directory/readDirectorySettings.ts'
import type { HistorySettings } from '../../data/history/readHistorySettings.ts'
import { makePriceBook } from '../../data/price/makePriceBook.ts'
import type { PriceSettings } from '../../data/price/readPriceSettings.ts'
import { makeRpcProxy } from '../../data/rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { makeChainFacts } from '../credits/makeChainFacts.ts'
import type { AskContext } from './askProvider.ts'
import { createContractsSigner } from './createContractsSigner.ts'
import { createConvert } from './createConvert.ts'
import { createConvertTokens } from './createConvertTokens.ts'
import { createGasPrices } from './createGasPrices.ts'
import { createQuoteSeal } from './createQuoteSeal.ts'
import { createQuotes } from './createQuotes.ts'
import { makeProviders } from './makeProviders.ts'
import { mountConvertReads } from './mountConvertReads.ts'
import { mountQuotes } from './mountQuotes.ts'
import { type ConvertSettings, readConvertSettings } from './readConvertSettings.ts'
import { createSimulateBuilt } from './simulateBuilt.ts'

type Needs = RpcSettings & {
  readonly convert: ConvertSettings
  readonly chains: ChainSettings
  readonly prices: PriceSettings
  readonly history: HistorySettings
}

/** Swapping: quotes, what can be swapped, and transactions to sign. */
export const convertRoom: Room<{ readonly convert: ConvertSettings }, Needs> = {
  settings: read => ({ convert: readConvertSettings(read) }),
  check: ({ convert, rpcUpstreams }) => [
    ...[...convert.pools.keys()].flatMap(chain =>
      rpcUpstreams.has(chain) ? [] : [`CONVERT_POOLS names ${chain}, which RPC_UPSTREAMS does not serve`],
    ),
    ...(convert.fee.bps > 0 && convert.fee.recipients.length === 0
      ? ['CONVERT_FEE_BPS needs CONVERT_FEE_RECIPIENT: someone has to get the fee']
      : []),
  ],
  secrets: ({ convert }) => [convert.zeroX.key, convert.lifi.key, convert.jupiter.key],
  mount(app, ctx) {
    const { settings, now, clock, log, metrics } = ctx
    const book = oneOf(ctx, makeChainBook)
    const proxy = oneOf(ctx, makeRpcProxy)
    const keys = oneOf(ctx, makeDirectoryKeys)
    const tokenFacts = oneOf(ctx, makeChainFacts)
    const gasPrices = createGasPrices({ proxy, clock })
    const providers = oneOf(
      ctx,
      makeConvertProviders,
    )({ settings: settings.convert, book, proxy, tokenFacts, gasPrices, clock, now })
    const context: AskContext = {
      timeout: settings.convert.timeout,
      clock,
      log,
      onUpstream: metrics?.upstream,
    }
    const tokens = createConvertTokens({ book, tokenFacts, context })
    const convert = createConvert({ providers, book, tokens })
    const seal = createQuoteSeal({ key: keys.key, now })
    const askQuotes = createQuotes({
      context,
      prices: oneOf(ctx, makePriceBook),
      gasPrices,
    })
    const signContracts = createContractsSigner({
      contracts: convert.contracts,
      keys,
      developmentKeys: { key: signingKey(developmentKey) },
      now,
    })
    const simulate = createSimulateBuilt({ proxy })
    mountQuotes(app, { ...ctx, convert, askQuotes, seal, context, simulate })
    mountConvertReads(app, { ...ctx, convert, tokens, gasPrices, signContracts, seal, context, proxy })
  },
}

/** Makes the providers; a test provides other ones in its place. */
export function makeConvertProviders(_ctx: object): typeof makeProviders {
  return makeProviders
}
