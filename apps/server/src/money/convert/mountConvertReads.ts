import type { Hono } from 'hono'
import { addressOf, type CaipAddress, networkIdOf } from 'latchkey/contract'
import {
  getConvertAllowance,
  getConvertApproval,
  getConvertContracts,
  getConvertGasPrice,
  getConvertStatus,
  getConvertTokens,
  type SwapContract,
} from 'latchkey/services'
import type { Address } from 'viem'
import type { AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { once } from '../../core/libraries/once.ts'
import { viem } from '../../core/libraries/viem.ts'
import type { ChainFacts } from '../../data/chains/chainFacts.ts'
import { orChainFault } from '../../data/chains/chainUnreadable.ts'
import { readContracts } from '../../data/chains/readContracts.ts'
import { chainAddress, machineOf } from '../../data/namespaces/namespaces.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import { type AskContext, askProvider } from './askProvider.ts'
import { isSpender } from './checkQuote.ts'
import { ConvertFault, type ConvertProvider } from './convertProvider.ts'
import type { SignContracts } from './createContractsSigner.ts'
import { type Convert, invalid } from './createConvert.ts'
import { type ConvertTokens, isNative } from './createConvertTokens.ts'
import type { ReadGasPrices } from './createGasPrices.ts'
import type { QuoteSeal } from './createQuoteSeal.ts'
import { toWireTransaction } from './wireTransaction.ts'

const abi = once(() =>
  viem().parseAbi([
    'function allowance(address owner, address spender) view returns (uint256)',
    'function approve(address spender, uint256 value)',
  ]),
)
/** Milliseconds for which a swap to another network can be followed after its quote ended. */
const statusGrace = 7 * 86_400_000

/** Mounts what can be swapped and where, allowances, gas, and what became of a swap to another network (SPEC §7). */
export function mountConvertReads(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly convert: Convert
    readonly tokens: ConvertTokens
    readonly gasPrices: ReadGasPrices
    readonly signContracts: SignContracts
    readonly seal: QuoteSeal
    readonly context: AskContext
    readonly proxy: Pick<RpcProxy, 'call'>
  },
): void {
  const { gate, convert, tokens, gasPrices, signContracts, seal, context, proxy } = deps

  mountProjectRoute(app, getConvertTokens, deps, async ({ query }, project, c) => {
    const served = await convert.serve(query.chainId).catch((error: unknown) => {
      if (error instanceof RouteFault && error.code === 'CONVERT_UNSUPPORTED') return undefined
      throw error
    })
    if (served === undefined) return { tokens: [] }
    // A search asks contracts and providers anew.
    if (query.search !== undefined) await gate.charge(c, project, served.providers.length)
    return { tokens: [...(await orChainFault(tokens.list(served.chain, served.providers, query.search)))] }
  })

  /** The spender that is named, the quote's, or the first provider's; undefined for the quote of a network's own currency. */
  function spenderOf(
    chain: ChainFacts,
    named: { readonly spender?: string | undefined; readonly quoteId?: string | undefined },
    project: string,
    contracts: readonly SwapContract[],
  ): Address | undefined {
    const quote = named.quoteId === undefined ? undefined : seal.open(project, named.quoteId)
    if (quote !== undefined && quote.chain !== chain.id) throw invalid('quoteId', 'a quote of this network')
    const first = contracts.find(({ network, spender }) => network === chain.id && spender)?.address
    const spender = named.spender ?? (quote === undefined ? first : (quote.spender ?? undefined))
    if (spender === undefined) return undefined
    const address = chainAddress(chain.id, spender)
    if (address === undefined) throw invalid('spender', `an account of ${chain.id}`)
    return address as Address
  }

  async function contractsOf(providers: readonly ConvertProvider[]): Promise<readonly SwapContract[]> {
    return (await Promise.all(providers.map(async provider => provider.contracts()))).flat()
  }

  /** A token with allowances, and the account that gives them. */
  async function grantOf(token: CaipAddress, user: CaipAddress) {
    const { chain, providers } = await convert.serve(networkIdOf(token))
    if (machineOf(chain.id) !== 'evm') throw new RouteFault('CONVERT_UNSUPPORTED')
    const owner = networkIdOf(user) === chain.id ? chainAddress(chain.id, addressOf(user)) : undefined
    if (owner === undefined) throw invalid('userAddress', `an account of ${chain.id}`)
    const address = chainAddress(chain.id, addressOf(token))
    if (address === undefined) throw invalid('tokenAddress', `a token of ${chain.id}`)
    return { chain, providers, owner: owner as Address, token: address as Address }
  }

  mountProjectRoute(app, getConvertAllowance, deps, async ({ query }, project) => {
    const { chain, providers, owner, token } = await grantOf(query.tokenAddress, query.userAddress)
    const spender = spenderOf(chain, query, project.id, await contractsOf(providers))
    // A network's own currency is sent along, not taken.
    if (isNative(chain, token) || spender === undefined) return { allowance: String(2n ** 256n - 1n) }
    const data = viem().encodeFunctionData({ abi: abi(), functionName: 'allowance', args: [owner, spender] })
    const [answer] = await orChainFault(readContracts({ proxy, chain }, [{ to: token, data }]))
    if (answer === undefined || answer.length !== 66) throw invalid('tokenAddress', `a token of ${chain.id}`)
    return { allowance: String(BigInt(answer)) }
  })

  mountProjectRoute(app, getConvertGasPrice, deps, async ({ query }) => {
    const { chain } = await convert.serve(query.chainId)
    if (machineOf(chain.id) !== 'evm') throw new RouteFault('CONVERT_UNSUPPORTED')
    const { standard, fast, instant } = await orChainFault(gasPrices(chain))
    return { standard: String(standard), fast: String(fast), instant: String(instant) }
  })

  mountProjectRoute(app, getConvertApproval, deps, async ({ query }, project) => {
    const { chain, providers, owner, token } = await grantOf(query.from, query.userAddress)
    if (isNative(chain, token))
      throw invalid('from', 'a token: the own currency of a network needs no approval')
    const contracts = await contractsOf(providers)
    const spender = spenderOf(chain, query, project.id, contracts)
    if (spender === undefined || !isSpender(contracts, { network: chain.id, spender }))
      throw new RouteFault('CONVERT_UNSAFE')
    const data = viem().encodeFunctionData({
      abi: abi(),
      functionName: 'approve',
      args: [spender, BigInt(query.amount)],
    })
    return { tx: toWireTransaction(owner, { to: token, data, value: 0n, gas: null, gasPrice: null }) }
  })

  mountProjectRoute(app, getConvertStatus, deps, async ({ query }, project) => {
    const quote = seal.open(project.id, query.quoteId, statusGrace)
    const { chain, providers } = await convert.serve(query.chainId)
    if (quote.chain !== chain.id) throw invalid('chainId', "the quote's network")
    const provider = providers.find(({ id }) => id === quote.provider)
    const status = provider?.status?.bind(provider)
    if (provider === undefined || status === undefined) throw new RouteFault('CONVERT_UNSUPPORTED')
    const swap = { chain, hash: query.hash, tag: quote.tag }
    try {
      const { received, ...rest } = await askProvider(context, provider.id, signal => status(swap, signal))
      return { ...rest, received: received && { ...received, amount: String(received.amount) } }
    } catch (error) {
      if (!(error instanceof ConvertFault)) throw error
      // What a provider does not say is not known: the client asks again.
      return { status: 'unknown' as const, received: null }
    }
  })

  mountProjectRoute(app, getConvertContracts, deps, async (_request, project) => ({
    networks: [...(await convert.networks())],
    crossing: [...(await convert.crossing())],
    ...(await signContracts(project)),
  }))
}
