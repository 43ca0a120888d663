import type { CaipNetworkId } from 'latchkey/contract'
import type { SwapContract } from 'latchkey/services'
import type { Clock } from '../../../../core/http/appTypes.ts'
import type { ChainFacts } from '../../../../data/chains/chainFacts.ts'
import {
  type BuiltConvert,
  type ConvertAsk,
  ConvertFault,
  type ConvertProvider,
} from '../../convertProvider.ts'
import type { ProviderAnswer, ProviderClient } from '../../createProviderClient.ts'
import { isWrapping } from '../isWrapping.ts'
import { callDataSchema, isSame, parseAnswer, refuse } from '../parseAnswer.ts'
import { readSolanaTransaction } from '../readSolanaTransaction.ts'
import { slippage } from '../slippage.ts'
import { createLifiBudget, type LifiUse } from './createLifiBudget.ts'
import { createLifiTokens } from './createLifiTokens.ts'
import { lifiAddress, toCaip } from './lifiAssets.ts'
import { lifiFault } from './lifiFault.ts'
import { lifiNetworks, lifiSolana } from './lifiNetworks.ts'
import { type LifiStep, lifiChainsSchema, lifiStatusSchema, lifiStepSchema } from './lifiShapes.ts'
import { toLifiQuote } from './toLifiQuote.ts'

/** Milliseconds that a price is shown again for the same question: without a key, and with one. */
const shownFor = { keyless: 30_000, keyed: 5_000 }
/** Milliseconds that the list of networks is cached, and until it is asked for again after an outage. */
const networksFor = { known: 3_600_000, retry: 60_000 }
const mostShown = 500

interface Shown {
  /** Milliseconds of the clock. */
  readonly until: number
  /** Milliseconds since 1970. */
  readonly asked: number
  readonly step: Promise<LifiStep>
}

/**
 * Quotes of LI.FI: swaps on one network and to others, Solana too. It needs no key, but has few requests then: a price that
 * was asked for lately is given again, and the last requests of a period are for transactions.
 */
export function createLifi(options: {
  readonly ask: ProviderClient
  readonly hasKey: boolean
  /** The name under which LI.FI's portal knows the host, and who gets its fee; it takes none without one. */
  readonly integrator: string | undefined
  /** Hundredths of a percent. */
  readonly feeBps: number
  readonly chains: readonly ChainFacts[]
  readonly clock: Clock
  /** Milliseconds since 1970. */
  readonly now: () => number
}): ConvertProvider {
  const { ask: client, hasKey, integrator, feeBps, clock, now } = options
  const chains = options.chains.filter(({ id }) => lifiNetworks.has(id))
  const budget = createLifiBudget(clock)
  const shown = new Map<string, Shown>()
  let networks: { readonly until: number; readonly served: Promise<ReadonlySet<CaipNetworkId>> } | undefined

  async function send(
    request: Parameters<ProviderClient>[0],
    use: LifiUse,
  ): Promise<ProviderAnswer & { readonly status: 200 }> {
    if (!budget.allows(use)) throw new ConvertFault('rate-limited')
    const answer = await client(request)
    budget.update(answer.headers)
    if (answer.status !== 200) throw lifiFault(answer.status, answer.body)
    return { ...answer, status: 200 }
  }

  async function askStep(ask: ConvertAsk, use: LifiUse, signal: AbortSignal): Promise<LifiStep> {
    const [from, to] = [lifiNetworks.get(ask.chain.id), lifiNetworks.get(ask.toChain.id)]
    if (from === undefined || to === undefined) throw new ConvertFault('unsupported')
    if (isWrapping(ask)) throw new ConvertFault('no-route')
    const { exact, amount, account, recipient } = ask
    const { body } = await send(
      {
        path: exact === 'in' ? '/quote' : '/quote/toAmount',
        query: {
          fromChain: String(from.number),
          toChain: String(to.number),
          fromToken: lifiAddress(ask.chain.id, ask.sell),
          toToken: lifiAddress(ask.toChain.id, ask.buy),
          [exact === 'in' ? 'fromAmount' : 'toAmount']: String(amount),
          fromAddress: account,
          toAddress: recipient,
          slippage: slippage(ask.slippageBps, 'fraction'),
          integrator,
          fee: integrator !== undefined && feeBps > 0 ? slippage(feeBps, 'fraction') : undefined,
        },
        signal,
      },
      use,
    )
    return parseAnswer(lifiStepSchema, body)
  }

  /** One request for all that ask the same within its time; who leaves early ends it for none of them. */
  function shownStep(ask: ConvertAsk): Shown {
    const { chain, toChain, account, recipient, sell, buy, exact, amount, slippageBps } = ask
    const name = [chain.id, toChain.id, account, recipient, sell.caip, buy.caip, exact, amount, slippageBps]
    const key = name.join(' ')
    const last = shown.get(key)
    if (last !== undefined && clock() < last.until) return last
    const step = askStep(ask, 'shown', new AbortController().signal)
    const until = clock() + shownFor[hasKey ? 'keyed' : 'keyless']
    const entry: Shown = { until, asked: now(), step }
    shown.delete(key)
    shown.set(key, entry)
    const oldest = shown.keys().next()
    if (shown.size > mostShown && !oldest.done) shown.delete(oldest.value)
    step.catch(() => shown.get(key) === entry && shown.delete(key))
    return entry
  }

  async function readNetworks(): Promise<ReadonlySet<CaipNetworkId>> {
    const { signal } = new AbortController()
    const { body } = await send({ path: '/chains', query: { chainTypes: 'EVM,SVM' }, signal }, 'wanted')
    const answered = new Set(parseAnswer(lifiChainsSchema, body).chains.map(({ id }) => id))
    const served = chains.filter(({ id }) => answered.has(lifiNetworks.get(id)?.number ?? 0))
    return new Set(served.map(({ id }) => id))
  }

  return {
    id: 'lifi',
    networks() {
      if (networks !== undefined && clock() < networks.until) return networks.served
      const served = readNetworks().catch(() => {
        networks = { until: clock() + networksFor.retry, served: Promise.resolve(new Set()) }
        return new Set<CaipNetworkId>()
      })
      networks = { until: clock() + networksFor.known, served }
      return served
    },
    contracts: () =>
      chains.flatMap(({ id: network }): SwapContract[] => {
        const address = lifiNetworks.get(network)?.diamond
        return address === undefined
          ? []
          : [{ network, provider: 'lifi', shape: 'lifi', address, spender: true }]
      }),
    async quote(ask) {
      const { step, asked } = shownStep(ask)
      return toLifiQuote(await step, ask, asked)
    },
    async build(ask, signal): Promise<BuiltConvert> {
      const asked = now()
      const step = await askStep(ask, 'wanted', signal)
      const quote = toLifiQuote(step, ask, asked)
      return { quote, tx: toTransaction(step, ask) }
    },
    tokens: createLifiTokens({ ask: request => send(request, 'shown'), clock }),
    async status({ chain, hash, tag }, signal) {
      const [bridge, toChain] = tag?.split(' ') ?? []
      const query = {
        txHash: hash,
        fromChain: String(lifiNetworks.get(chain.id)?.number ?? ''),
        toChain,
        bridge,
      }
      const { body } = await send({ path: '/status', query, signal }, 'wanted')
      const { status, substatus, receiving } = parseAnswer(lifiStatusSchema, body)
      const asset = receiving?.token && toCaip(receiving.token)
      const isOver = status === 'DONE' && receiving?.amount !== undefined && asset !== undefined
      return {
        status: statusOf(status, substatus),
        received: isOver ? { amount: receiving.amount ?? 0n, asset, hash: receiving.txHash ?? null } : null,
      }
    },
  }
}

function statusOf(status: string, substatus: string | undefined) {
  if (status === 'DONE')
    return substatus === 'PARTIAL' ? 'partial' : substatus === 'REFUNDED' ? 'refunded' : 'done'
  if (status === 'FAILED') return 'failed'
  // NOT_FOUND is a transaction that is not in a block yet; INVALID, one that LI.FI cannot follow.
  return status === 'PENDING' ? 'waiting' : 'unknown'
}

function toTransaction({ transactionRequest }: LifiStep, ask: ConvertAsk): BuiltConvert['tx'] {
  // Signed messages in its place are not done here.
  if (transactionRequest === undefined) throw new ConvertFault('no-route')
  const { to, from, chainId, data, value, gasLimit = null, gasPrice = null } = transactionRequest
  const { number, diamond } = lifiNetworks.get(ask.chain.id) ?? {}
  if (number === lifiSolana) return readSolanaTransaction(data, ask.account)
  if (diamond === undefined || to === undefined || !isSame(to, diamond)) refuse('another contract')
  if (from !== undefined && !isSame(from, ask.account)) refuse('another account')
  if (chainId !== undefined && chainId !== number) refuse('another network')
  return { to: diamond, data: parseAnswer(callDataSchema, data), value, gas: gasLimit, gasPrice }
}
