import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { byMachine } from '../../data/chains/byMachine.ts'
import { createTokenFacts, type ReadTokenFacts } from '../../data/chains/createTokenFacts.ts'
import { makeChainBook } from '../../data/chains/makeChainBook.ts'
import type { ChainSettings } from '../../data/chains/readChainSettings.ts'
import type { HistorySettings } from '../../data/history/readHistorySettings.ts'
import { makeRpcProxy } from '../../data/rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { createMintFacts } from '../../data/svm/createMintFacts.ts'
import { makeMintReader } from '../../data/svm/makeMintReader.ts'

/** Reads symbol and decimals from the chain itself, of listed tokens too: a wrong number in a list is lost money. */
export function makeChainFacts(
  ctx: ServicesContext<RpcSettings & { readonly chains: ChainSettings; readonly history: HistorySettings }>,
): ReadTokenFacts {
  const { settings, clock } = ctx
  const { spamTokens } = settings.history
  const book = { ...oneOf(ctx, makeChainBook), token: () => undefined }
  const proxy = oneOf(ctx, makeRpcProxy)
  return byMachine({
    evm: createTokenFacts({ proxy, book, spamTokens, clock }),
    svm: createMintFacts({ readMints: oneOf(ctx, makeMintReader), book, spamTokens }),
  })
}
