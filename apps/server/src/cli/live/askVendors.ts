import type { CaipAddress } from 'latchkey/contract'
import { nativeTokenAddresses } from 'latchkey/services'
import { createLog } from '../../core/log/createLog.ts'
import type { ChainFacts } from '../../data/chains/chainFacts.ts'
import { createChainBook } from '../../data/chains/createChainBook.ts'
import { createTokenFacts } from '../../data/chains/createTokenFacts.ts'
import { knownChains } from '../../data/chains/knownChains.ts'
import type { Machine } from '../../data/namespaces/namespaceServices.ts'
import { machineOf } from '../../data/namespaces/namespaces.ts'
import { createRpcProxy } from '../../data/rpc/createRpcProxy.ts'
import { readRpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { checkBuilt } from '../../money/convert/checkBuilt.ts'
import { checkQuote } from '../../money/convert/checkQuote.ts'
import {
  type ConvertAsk,
  ConvertFault,
  type ConvertProvider,
  type ConvertToken,
} from '../../money/convert/convertProvider.ts'
import { createGasPrices } from '../../money/convert/createGasPrices.ts'
import { makeProviders, type ProviderParts } from '../../money/convert/makeProviders.ts'
import { readConvertSettings } from '../../money/convert/readConvertSettings.ts'
import { readFrom } from './readFrom.ts'

/** The vendors, with what each is skipped for want of, and what it is asked. */
const vendors = [
  { id: '0x', wants: 'ZEROX_API_KEY', question: 'evm' },
  { id: 'lifi', wants: 'LIFI_ENABLED=1', question: 'evm' },
  { id: 'jupiter', wants: 'JUPITER_API_KEY', question: 'svm' },
] as const

/** One dollar of well-known tokens, for an account that is not ours: nothing is signed. */
const questions = {
  evm: {
    account: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    sell: ['USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6],
    buy: ['DAI', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 18],
  },
  svm: {
    account: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    sell: ['USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6],
    buy: ['SOL', undefined, 9],
  },
} as const

/** What came of asking: a line for each vendor. */
export interface LiveReport {
  readonly lines: readonly string[]
  /** A vendor that was asked had no answer, or one that is not what was asked. */
  readonly failed: boolean
}

/**
 * Asks each vendor that the environment has a key for one quote and one transaction, and holds both against what was asked
 * as the services do. The variables are those of the services; RPC_UPSTREAMS needs a node of Ethereum for 0x's transaction.
 */
export async function askVendors(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LiveReport> {
  const providers = makeProviders(partsOf(environment))
  const lines: string[] = []
  let failed = false
  for (const { id, wants, question } of vendors) {
    const provider = providers.find(each => each.id === id)
    if (provider === undefined) {
      lines.push(`${id}: skipped, ${wants} is not set`)
      continue
    }
    try {
      lines.push(`${id}: ${await tryOut(provider, askOf(question))}`)
    } catch (error) {
      failed = true
      lines.push(`${id}: FAILED, ${error instanceof ConvertFault ? faultText(error) : String(error)}`)
    }
  }
  return { lines, failed }
}

/** @throws ConvertFault */
async function tryOut(provider: ConvertProvider, ask: ConvertAsk): Promise<string> {
  const { signal } = new AbortController()
  const quote = checkQuote(ask, await provider.quote(ask, signal), await provider.contracts())
  const said = `${quote.fromAmount} ${ask.sell.symbol} for ${quote.toAmount} ${ask.buy.symbol}, at least ${quote.minimum}`
  const built = await provider.build(ask, signal)
  const contracts = await provider.contracts()
  checkQuote(ask, built.quote, contracts)
  try {
    checkBuilt(ask, provider.id, built, contracts)
    return `${said}; its transaction was read`
  } catch (error) {
    // No transaction of Solana is read here, and 0x's needs its Settlers, by a node.
    const isExpected =
      provider.id === 'jupiter' || (provider.id === '0x' && contracts.every(each => each.spender))
    if (!isExpected) throw error
    return `${said}; its transaction is refused, as no ${provider.id === '0x' ? 'node of Ethereum is set' : 'decoder reads it'}`
  }
}

function partsOf(environment: Readonly<Record<string, string | undefined>>): ProviderParts {
  const read = readFrom(environment)
  const served = [chainOf('evm').id, chainOf('svm').id]
  const book = createChainBook({ served, settings: { described: [], tokens: new Map() } })
  const clock = () => performance.now()
  const proxy = createRpcProxy({
    upstreams: readRpcSettings(read).rpcUpstreams,
    timeout: 10_000,
    answerLimit: 1_000_000,
    clock,
    log: createLog({ level: 'silent' }),
  })
  return {
    settings: { ...readConvertSettings(read), pools: new Map(), timeout: 20_000 },
    book,
    proxy,
    tokenFacts: createTokenFacts({ proxy, book, spamTokens: new Set(), clock }),
    gasPrices: createGasPrices({ proxy, clock }),
    clock,
    now: Date.now,
  }
}

function askOf(machine: Machine): ConvertAsk {
  const { account, sell, buy } = questions[machine]
  const chain = chainOf(machine)
  const token = ([symbol, address, decimals]: typeof sell | typeof buy): ConvertToken => {
    const written = address ?? nativeTokenAddresses[chain.id.slice(0, chain.id.indexOf(':'))]
    return { caip: `${chain.id}:${written}` as CaipAddress, address, symbol, decimals }
  }
  return {
    chain,
    toChain: chain,
    account,
    recipient: account,
    sell: token(sell),
    buy: token(buy),
    exact: 'in',
    amount: 1_000_000n,
    slippageBps: 100,
    gasPrice: undefined,
  }
}

/** The first of a kind: Ethereum, and Solana's main cluster. */
function chainOf(machine: Machine): ChainFacts {
  const chain = knownChains.find(({ id }) => machineOf(id) === machine)
  if (chain === undefined) throw new Error(`No chain of ${machine}`)
  return chain
}

function faultText({ reason, message }: ConvertFault): string {
  return message === reason ? reason : `${reason}: ${message}`
}
