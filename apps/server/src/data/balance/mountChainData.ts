import type { Hono } from 'hono'
import type { AppTypes, Clock } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import type { Shared } from '../../core/scale/shared.ts'
import { byMachine } from '../chains/byMachine.ts'
import type { ChainBook, KnownTokens } from '../chains/createChainBook.ts'
import { createTokenFacts } from '../chains/createTokenFacts.ts'
import { mountChains } from '../chains/mountChains.ts'
import type { PriceBook } from '../price/createPriceBook.ts'
import { mountPrice } from '../price/mountPrice.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import { createMintFacts } from '../svm/createMintFacts.ts'
import type { ReadMints } from '../svm/createMintReader.ts'
import { createBalances } from './createBalances.ts'
import { createHoldingsReader } from './createHoldingsReader.ts'
import { createMintHoldings } from './createMintHoldings.ts'
import { mountBalance } from './mountBalance.ts'

/** Mounts the calls that read chains on request: served chains, balances and token prices. */
export function mountChainData(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly book: ChainBook
    readonly proxy: Pick<RpcProxy, 'call'>
    readonly readMints: ReadMints
    readonly prices: PriceBook
    /** Tokens the operator calls spam, as CAIP-10 in one spelling. */
    readonly spamTokens: ReadonlySet<string>
    /** The tokens an indexer saw; without one an account's tokens are those of the lists. */
    readonly knownTokens?: KnownTokens
    readonly shared: Pick<Shared, 'publish' | 'subscribe'>
    readonly clock: Clock
  },
): void {
  const { gate, bodyLimit, book, proxy, prices, spamTokens, shared, clock } = deps
  const { knownTokens = async () => [] } = deps
  const tokenFacts = byMachine({
    evm: createTokenFacts({ proxy, book, spamTokens, clock }),
    svm: createMintFacts({ readMints: deps.readMints, book, spamTokens }),
  })
  const readHoldings = byMachine({
    evm: createHoldingsReader({ proxy, book, tokenFacts, knownTokens, clock }),
    svm: createMintHoldings({ proxy, book, tokenFacts }),
  })
  const balances = createBalances({ readHoldings, prices, shared, clock })
  mountChains(app, { gate, bodyLimit, book })
  mountBalance(app, { gate, bodyLimit, book, balances })
  mountPrice(app, { gate, bodyLimit, book, tokenFacts, prices })
}
