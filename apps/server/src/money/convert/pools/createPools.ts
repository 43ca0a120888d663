import type { CaipAddress } from 'latchkey/contract'
import type { SwapContract } from 'latchkey/services'
import type { Address } from 'viem'
import type { ChainFacts } from '../../../data/chains/chainFacts.ts'
import { ChainUnreadable } from '../../../data/chains/chainUnreadable.ts'
import { chainAddress } from '../../../data/namespaces/namespaces.ts'
import {
  type BuiltConvert,
  type ConvertAsk,
  ConvertFault,
  type ConvertProvider,
  type ConvertQuote,
} from '../convertProvider.ts'
import type { ProviderParts } from '../makeProviders.ts'
import type { PoolsExchange } from '../readConvertSettings.ts'
import { chooseRoute, type Route, routeGas } from './chooseRoute.ts'
import { createPoolReader, type KnownPool } from './createPoolReader.ts'
import { createTokenProbe, type TokenManners } from './createTokenProbe.ts'
import { encodeSwap } from './encodeSwap.ts'
import { findPaths } from './findPaths.ts'
import { afterTax, maximumOf, minimumOf, priceImpact, tradeIn } from './tradePath.ts'

const id = 'pools'
/** Milliseconds for which a quote is worth showing; reserves move with each block. */
const quoteLifetime = 60_000
/** Seconds of the chain's time in which a transaction has to be in a block (reference money §1.6). */
const deadlineAfter = 1_200n

interface Priced {
  readonly quote: ConvertQuote
  readonly route: Route
  readonly exchange: PoolsExchange
  readonly isTaxed: boolean
}

/** Quotes from the pools of exchanges with v2's interface, read from the chain itself: `CONVERT_POOLS`. */
export function createPools(parts: ProviderParts): ConvertProvider | undefined {
  const { settings, proxy, clock, now, gasPrices } = parts
  if (settings.pools.size === 0) return undefined
  const served = new Set(settings.pools.keys())
  const readPools = createPoolReader({ proxy, clock })
  const probeToken = createTokenProbe({ proxy, clock })

  /** A quote may be a second old; what is signed is made of what the pools hold now. */
  async function price(ask: ConvertAsk, isFresh: boolean): Promise<Priced> {
    const { chain, sell, buy, exact, amount, slippageBps } = ask
    const exchange = settings.pools.get(chain.id)
    const native = chain.wrapped === undefined ? undefined : spell(chain, chain.wrapped)
    const from = sell.address === undefined ? native : spell(chain, sell.address)
    const to = buy.address === undefined ? native : spell(chain, buy.address)
    if (exchange === undefined || ask.toChain.id !== chain.id || from === undefined || to === undefined)
      throw new ConvertFault('unsupported')
    // Wrapping is no trade.
    if (from === to) throw new ConvertFault('no-route')
    const tokens = [...new Set([from, to, ...(native === undefined ? [] : [native]), ...exchange.bases])]
    const [pools, cost] = await Promise.all([
      readPools(chain, exchange.factory, tokens.sort(), isFresh),
      ask.gasPrice ?? gasPrices(chain).then(({ standard }) => standard),
    ])
    const paths = findPaths(pools, from, to, exchange.feeBps)
    if (paths.length === 0) throw new ConvertFault('no-route')
    const [sold, bought] = await Promise.all([probe(chain, pools, from), probe(chain, pools, to)])
    const sellBps = sold?.sellBps ?? 0
    const buyBps = bought?.buyBps ?? 0
    const isTaxed = sellBps > 0 || buyBps > 0
    // The routers' functions for such tokens know no exact output.
    if (isTaxed && exact === 'out') throw new ConvertFault('tax')
    const traded = exact === 'in' ? afterTax(amount, sellBps) : amount
    if (traded === 0n) throw new ConvertFault('too-small')
    const gasValue = worthOf(findPathsFrom(pools, native, exact === 'in' ? to : from, exchange.feeBps))
    const route = chooseRoute(paths, { exact, amount: traded }, gas => gasValue(gas * cost))
    if (route === undefined) throw new ConvertFault('liquidity')
    const input = route.amounts[0] ?? 0n
    const output = route.amounts.at(-1) ?? 0n
    const toAmount = exact === 'in' ? afterTax(output, buyBps) : amount
    const fromAmount = exact === 'in' ? amount : input
    const minimum = exact === 'in' ? minimumOf(toAmount, slippageBps) : amount
    if (minimum === 0n) throw new ConvertFault('too-small')
    const named = (token: Address): CaipAddress =>
      token === from ? sell.caip : token === to ? buy.caip : `${chain.id}:${token}`
    const quote: ConvertQuote = {
      fromAmount,
      toAmount,
      minimum,
      maximum: exact === 'in' ? amount : maximumOf(input, slippageBps),
      expiresAt: now() + quoteLifetime,
      spender: sell.address === undefined ? null : exchange.router,
      fees: route.path.map((hop, index) => ({
        kind: 'pool',
        amount: ((route.amounts[index] ?? 0n) * BigInt(exchange.feeBps)) / 10_000n,
        asset: named(hop.from),
      })),
      priceImpact: priceImpact(route.path, input, output),
      route: route.path.map(hop => ({
        venue: exchange.name,
        share: 10_000,
        from: named(hop.from),
        to: named(hop.to),
      })),
      gas: routeGas(route.path.length),
      tokenTax: sold === null || bought === null ? null : { buyBps, sellBps },
      zeroFirst: sell.address !== undefined && sold?.zeroFirst === true,
      seconds: null,
    }
    return { quote, route, exchange, isTaxed }
  }

  function probe(
    chain: ChainFacts,
    pools: readonly KnownPool[],
    token: Address,
  ): TokenManners | null | Promise<TokenManners | null> {
    const held = pools.flatMap(({ pair, tokens, reserves }) =>
      tokens[0] === token
        ? [{ pair, held: reserves[0] }]
        : tokens[1] === token
          ? [{ pair, held: reserves[1] }]
          : [],
    )
    const deepest = held.reduce<(typeof held)[number] | undefined>(
      (best, each) => (best === undefined || each.held > best.held ? each : best),
      undefined,
    )
    return deepest === undefined ? null : probeToken(chain, token, deepest)
  }

  async function build(ask: ConvertAsk): Promise<BuiltConvert> {
    const [{ quote, route, exchange, isTaxed }, time] = await Promise.all([
      price(ask, true),
      chainTime(ask.chain),
    ])
    const first = route.path[0]?.from
    const { data, value } = encodeSwap({
      exact: ask.exact,
      most: quote.maximum,
      least: quote.minimum,
      path: [...(first === undefined ? [] : [first]), ...route.path.map(hop => hop.to)],
      to: ask.recipient as Address,
      deadline: time + deadlineAfter,
      paysNative: ask.sell.address === undefined,
      getsNative: ask.buy.address === undefined,
      isTaxed,
    })
    return { quote, tx: { to: exchange.router, data, value, gas: null, gasPrice: null } }
  }

  /** Seconds since 1970, by the newest block. */
  async function chainTime(chain: ChainFacts): Promise<bigint> {
    const [outcome] = await proxy.call(chain.id, [
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
    ])
    const block = outcome !== undefined && 'result' in outcome ? outcome.result : undefined
    const time = (block as { timestamp?: unknown } | null | undefined)?.timestamp
    if (typeof time !== 'string' || !/^0x[0-9a-fA-F]{1,16}$/.test(time))
      throw new ChainUnreadable(chain.id, 'no time')
    return BigInt(time)
  }

  return {
    id,
    networks: async () => served,
    async quote(ask) {
      return (await price(ask, false)).quote
    },
    build,
    contracts: () =>
      [...settings.pools].map(
        ([network, { router }]): SwapContract => ({
          network,
          provider: id,
          shape: 'v2',
          address: router,
          spender: true,
        }),
      ),
  }
}

function findPathsFrom(
  pools: readonly KnownPool[],
  from: Address | undefined,
  to: Address,
  feeBps: number,
): ReturnType<typeof findPaths> | undefined {
  return from === undefined ? undefined : from === to ? [[]] : findPaths(pools, from, to, feeBps)
}

/** What an amount of the wrapped currency brings at the end of the best path; undefined where none is known. */
function worthOf(paths: ReturnType<typeof findPaths> | undefined): (amount: bigint) => bigint | undefined {
  return amount =>
    paths?.reduce<bigint | undefined>((best, path) => {
      const output = tradeIn(path, amount)?.at(-1)
      return output === undefined || (best !== undefined && best >= output) ? best : output
    }, undefined)
}

/** One spelling, as the answers have it. */
function spell(chain: ChainFacts, address: string): Address {
  return (chainAddress(chain.id, address) ?? address) as Address
}
