import type { CaipNetworkId } from 'latchkey/contract'
import type { Address } from 'viem'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import { type Asset, type AssetKey, type PriceSource, toAssetKey, toPrice } from './priceSource.ts'
import { readPairs } from './readPairs.ts'
import { readReserves } from './readReserves.ts'

/** A constant-product exchange with v2's interface on a chain, and its token that counts as one dollar. */
export interface Exchange {
  readonly factory: Address
  readonly dollar: { readonly address: Address; readonly decimals: number }
}

/** Dollars that a pool must hold on the other side; with less, anybody makes up a price. */
const leastDepth = 1_000

/**
 * Creates prices in dollars from the reserves of local exchanges: against the token that counts as a dollar, else
 * through the wrapped native currency. For development: anyone can move one block's reserves.
 */
export function createExchangePrices(options: {
  readonly exchanges: ReadonlyMap<CaipNetworkId, Exchange>
  readonly proxy: Pick<RpcProxy, 'call'>
}): PriceSource {
  const { exchanges, proxy } = options

  async function readChain(assets: readonly Asset[]): Promise<[AssetKey, number][]> {
    const chain = assets[0]?.chain
    const exchange = chain === undefined ? undefined : exchanges.get(chain.id)
    if (chain === undefined || exchange === undefined) return []
    const { dollar, factory } = exchange
    const wrapped = chain.wrapped === undefined ? undefined : { address: chain.wrapped, decimals: 18 }

    const tokens = uniqueTokens([
      ...(wrapped === undefined ? [] : [wrapped]),
      // An exchange is a contract, and so are the tokens of its chain.
      ...assets.flatMap(({ token }) => (token ? { ...token, address: token.address as Address } : [])),
    ])
    const sides = [dollar, ...(wrapped === undefined ? [] : [wrapped])]
    const wanted = tokens.flatMap(token =>
      sides.filter(side => !isSame(side.address, token.address)).map(side => ({ token, side })),
    )
    const pairs = await readPairs(
      { proxy, chain },
      factory,
      wanted.map(({ token, side }) => [token.address, side.address]),
    )
    const pools = wanted.flatMap((pool, index) => {
      const pair = pairs[index]
      const tokens = [pool.token.address, pool.side.address] as const
      return pair === undefined ? [] : [{ ...pool, pair, tokens }]
    })
    const reserves = await readReserves({ proxy, chain }, pools)
    const priceIn = (token: string, side: { address: Address; decimals: number }, dollars: number) => {
      const index = pools.findIndex(
        pool => isSame(pool.token.address, token) && isSame(pool.side.address, side.address),
      )
      const pool = pools[index]
      const [own, other] = reserves[index] ?? []
      if (pool === undefined || own === undefined || other === undefined || own === 0n) return undefined
      const depth = toNumber(other, side.decimals) * dollars
      return depth < leastDepth ? undefined : toPrice(depth / toNumber(own, pool.token.decimals))
    }
    const wrappedPrice = wrapped === undefined ? undefined : priceIn(wrapped.address, dollar, 1)
    const priceOf = (token: string) => {
      if (isSame(token, dollar.address)) return 1
      if (wrapped !== undefined && isSame(token, wrapped.address)) return wrappedPrice
      const direct = priceIn(token, dollar, 1)
      if (direct !== undefined || wrapped === undefined || wrappedPrice === undefined) return direct
      return priceIn(token, wrapped, wrappedPrice)
    }
    return assets.flatMap(asset => {
      const price = asset.token === undefined ? wrappedPrice : priceOf(asset.token.address)
      return price === undefined ? [] : [[toAssetKey(asset), price] satisfies [AssetKey, number]]
    })
  }

  return {
    batch: 100,
    async readPrices(assets, currency) {
      // Reserves have no price in other currencies.
      if (currency !== 'usd') return new Map()
      const chains = Map.groupBy(assets, ({ chain }) => chain.id)
      return new Map((await Promise.all([...chains.values()].map(readChain))).flat())
    },
  }
}

function uniqueTokens<T extends { readonly address: Address }>(tokens: readonly T[]): T[] {
  return [...new Map(tokens.map(token => [token.address.toLowerCase(), token])).values()]
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function toNumber(amount: bigint, decimals: number): number {
  // Through text, which rounds once.
  return Number(`${amount}e-${decimals}`)
}
