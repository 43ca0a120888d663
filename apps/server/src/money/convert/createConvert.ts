import { addressOf, type CaipAddress, type CaipNetworkId, networkIdOf } from 'latchkey/contract'
import { mostSlippageBps, type SwapContract } from 'latchkey/services'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { ChainFacts } from '../../data/chains/chainFacts.ts'
import { orChainFault } from '../../data/chains/chainUnreadable.ts'
import type { ChainBook } from '../../data/chains/createChainBook.ts'
import { addressKey, chainAddress } from '../../data/namespaces/namespaces.ts'
import type { ConvertAsk, ConvertProvider } from './convertProvider.ts'
import type { ConvertTokens } from './createConvertTokens.ts'

/** A swap as the wire asks for it. */
export interface WireAsk {
  readonly amount: string
  readonly userAddress: CaipAddress
  readonly from: CaipAddress
  readonly to: CaipAddress
  readonly gasPrice?: string | undefined
  readonly exact: 'in' | 'out'
  readonly recipient?: CaipAddress | undefined
  readonly provider?: string | undefined
}

/** What is to be asked, and of whom. */
export interface ResolvedAsk {
  /** Undefined where a side is no token that can be swapped. */
  readonly ask: ConvertAsk | undefined
  readonly providers: readonly ConvertProvider[]
}

/** Which networks are served, by whom, and what a request means on them. */
export interface Convert {
  readonly providers: readonly ConvertProvider[]
  /** Networks that some provider serves, without test networks. */
  networks(): Promise<readonly CaipNetworkId[]>
  /** Networks between which some provider swaps, without test networks. */
  crossing(): Promise<readonly CaipNetworkId[]>
  /** The providers of a network. @throws RouteFault CONVERT_UNSUPPORTED where there are none. */
  serve(
    chain: CaipNetworkId,
  ): Promise<{ readonly chain: ChainFacts; readonly providers: readonly ConvertProvider[] }>
  /** @throws RouteFault CONVERT_UNSUPPORTED, REQUEST_INVALID, APKT009 */
  resolve(wire: WireAsk, slippageBps: number): Promise<ResolvedAsk>
  /** Where swaps may go; a provider that cannot say it now has none. */
  contracts(): Promise<readonly SwapContract[]>
}

export function createConvert(deps: {
  readonly providers: readonly ConvertProvider[]
  readonly book: ChainBook
  readonly tokens: ConvertTokens
}): Convert {
  const { providers, book, tokens } = deps

  /** Test networks have no swaps, as they have no balances (SPEC §5). */
  const findChain = (id: CaipNetworkId) => {
    const chain = book.find(id)
    return chain?.testnet === false ? chain : undefined
  }
  async function servingOn(id: CaipNetworkId, among = providers): Promise<readonly ConvertProvider[]> {
    const served = await Promise.all(
      among.map(async provider => {
        // A provider that cannot say what it serves, serves nothing now.
        const networks = await provider.networks().catch(() => new Set())
        return networks.has(id)
      }),
    )
    return among.filter((_, index) => served[index])
  }
  async function networksOf(among: readonly ConvertProvider[]): Promise<readonly CaipNetworkId[]> {
    const served = await Promise.all(
      book.served.map(async id => findChain(id) !== undefined && (await servingOn(id, among)).length > 0),
    )
    return book.served.filter((_, index) => served[index])
  }
  async function serve(id: CaipNetworkId) {
    const chain = findChain(id)
    const serving = chain === undefined ? [] : await servingOn(id)
    if (chain === undefined || serving.length === 0) throw new RouteFault('CONVERT_UNSUPPORTED')
    return { chain, providers: serving }
  }
  /** Wrapping needs no provider, but clients have to know the contract that does it. */
  const wrapping = book.served.flatMap((network): SwapContract[] => {
    const address = findChain(network)?.wrapped
    return address === undefined
      ? []
      : [{ network, provider: 'wrapped', shape: 'wrapped', address, spender: false }]
  })

  return {
    providers,
    serve,
    networks: () => networksOf(providers),
    crossing: () => networksOf(providers.filter(({ status }) => status !== undefined)),
    async contracts() {
      const known = await Promise.allSettled(providers.map(async provider => provider.contracts()))
      return [...known.flatMap(each => (each.status === 'fulfilled' ? each.value : [])), ...wrapping]
    },
    async resolve(wire, slippageBps) {
      const { from, to, userAddress, recipient } = wire
      const served = await serve(networkIdOf(from))
      const { chain } = served
      const toChain = networkIdOf(to) === chain.id ? chain : findChain(networkIdOf(to))
      if (toChain === undefined) throw new RouteFault('CONVERT_UNSUPPORTED')
      if (slippageBps > mostSlippageBps) throw invalid('slippageBps', `at most ${mostSlippageBps}`)
      const account = accountOf('userAddress', userAddress, chain)
      const receiver =
        recipient !== undefined
          ? accountOf('recipient', recipient, toChain)
          : // The same account, where it is one of the other network too.
            chainAddress(toChain.id, account)
      if (receiver === undefined) throw invalid('recipient', `an account of ${toChain.id}`)
      if (
        chain.id === toChain.id &&
        addressKey(chain.id, addressOf(from)) === addressKey(chain.id, addressOf(to))
      )
        throw invalid('to', 'another token than `from`')
      const asked = served.providers.filter(({ id }) => wire.provider === undefined || id === wire.provider)
      if (asked.length === 0) throw invalid('provider', 'one that serves the network')
      const [sell, buy] = await orChainFault(
        Promise.all([tokens.find(chain, from), tokens.find(toChain, to)]),
      )
      if (sell === undefined || buy === undefined) return { ask: undefined, providers: asked }
      const ask: ConvertAsk = {
        chain,
        toChain,
        account,
        recipient: receiver,
        sell,
        buy,
        exact: wire.exact,
        amount: BigInt(wire.amount),
        slippageBps,
        gasPrice: wire.gasPrice === undefined ? undefined : BigInt(wire.gasPrice),
      }
      return { ask, providers: asked }
    },
  }
}

function accountOf(name: string, caip: CaipAddress, chain: ChainFacts): string {
  const address = networkIdOf(caip) === chain.id ? chainAddress(chain.id, addressOf(caip)) : undefined
  if (address === undefined) throw invalid(name, `an account of ${chain.id}`)
  return address
}

/** A refusal that names the field and what is expected. */
export function invalid(name: string, expected: string): RouteFault {
  return new RouteFault('REQUEST_INVALID', { reasons: [{ name, description: `Expected ${expected}` }] })
}
