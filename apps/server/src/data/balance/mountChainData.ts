import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { AppTypes, Clock } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import type { Metrics } from '../../core/metrics/metrics.ts'
import type { Shared } from '../../core/scale/shared.ts'
import { byMachine } from '../chains/byMachine.ts'
import type { ChainBook, KnownTokens } from '../chains/createChainBook.ts'
import { createTokenFacts } from '../chains/createTokenFacts.ts'
import { mountChains } from '../chains/mountChains.ts'
import { createPriceBook } from '../price/createPriceBook.ts'
import { createPriceSource } from '../price/createPriceSource.ts'
import { mountPrice } from '../price/mountPrice.ts'
import type { PriceSettings } from '../price/readPriceSettings.ts'
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
    readonly settings: PriceSettings
    /** Tokens the operator calls spam, as CAIP-10 in one spelling. */
    readonly spamTokens: ReadonlySet<string>
    /** The tokens an indexer saw; without one an account's tokens are those of the lists. */
    readonly knownTokens?: KnownTokens
    readonly shared: Pick<Shared, 'publish' | 'subscribe'>
    readonly clock: Clock
    readonly log: Logger
    readonly onUpstream?: Metrics['upstream'] | undefined
  },
): void {
  const { gate, bodyLimit, book, proxy, spamTokens, shared, clock, log } = deps
  const { knownTokens = async () => [] } = deps
  const tokenFacts = byMachine({
    evm: createTokenFacts({ proxy, book, spamTokens, clock }),
    svm: createMintFacts({ readMints: deps.readMints, book, spamTokens }),
  })
  const prices = createPriceBook({
    source: createPriceSource(deps.settings, proxy),
    clock,
    log,
    onUpstream: deps.onUpstream,
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
