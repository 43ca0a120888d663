import type { CaipNetworkId } from 'latchkey/contract'
import type { Address } from 'viem'
import type { Clock } from '../../../core/http/appTypes.ts'
import type { ChainFacts } from '../../../data/chains/chainFacts.ts'
import { readPairs } from '../../../data/price/readPairs.ts'
import { readReserves } from '../../../data/price/readReserves.ts'
import type { RpcProxy } from '../../../data/rpc/createRpcProxy.ts'
import { createFreshCache } from '../createFreshCache.ts'
import type { Pool } from './findPaths.ts'

/** A pool as the factory of its exchange names it. */
export interface KnownPool extends Pool {
  readonly pair: Address
}

/** Reads the pools between tokens, all of them; `isFresh`: anew, whatever was read before. @throws ChainUnreadable */
export type ReadPools = (
  chain: ChainFacts,
  factory: Address,
  tokens: readonly Address[],
  isFresh?: boolean,
) => Promise<readonly KnownPool[]>

/** Milliseconds for which reserves count as the newest. */
const reservesLifetime = 1_000
/** Milliseconds until a pool is looked for again that was not there. A pool that is there stays. */
const absenceLifetime = 15_000
const mostPairs = 20_000
const mostSets = 2_000

/** Reads pools in two round trips, the first one only for pairs that it has not met, and shares what was read for a second. */
export function createPoolReader(deps: {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly clock: Clock
}): ReadPools {
  const { proxy, clock } = deps
  const pairs = new Map<string, { readonly pair: Address | undefined; readonly until: number }>()
  const sets = createFreshCache<readonly KnownPool[]>({ lifetime: reservesLifetime, clock, most: mostSets })

  async function read(
    chain: ChainFacts,
    factory: Address,
    tokens: readonly Address[],
  ): Promise<readonly KnownPool[]> {
    const wanted = tokens.flatMap((a, index) =>
      tokens.slice(index + 1).map(b => ({ tokens: [a, b] as const, name: nameOf(chain.id, a, b) })),
    )
    const missing = wanted.filter(({ name }) => (pairs.get(name)?.until ?? 0) <= clock())
    const found = await readPairs(
      { proxy, chain },
      factory,
      missing.map(each => each.tokens),
      { strict: true },
    )
    for (const [index, { name }] of missing.entries()) {
      const pair = found[index]
      pairs.delete(name)
      pairs.set(name, {
        pair,
        until: pair === undefined ? clock() + absenceLifetime : Number.POSITIVE_INFINITY,
      })
      const oldest = pairs.keys().next()
      if (pairs.size > mostPairs && !oldest.done) pairs.delete(oldest.value)
    }
    const known = wanted.flatMap(({ tokens, name }, index) => {
      const missed = missing.findIndex(each => each.name === name)
      const pair = missed < 0 ? pairs.get(name)?.pair : found[missed]
      return pair === undefined ? [] : [{ tokens, pair, index }]
    })
    const reserves = await readReserves({ proxy, chain }, known, { strict: true })
    return known.flatMap(({ tokens, pair }, index) => {
      const held = reserves[index]
      return held === undefined ? [] : [{ tokens, pair, reserves: held }]
    })
  }

  return (chain, factory, tokens, isFresh) =>
    sets([chain.id, ...tokens].join(), () => read(chain, factory, tokens), isFresh)
}

function nameOf(chain: CaipNetworkId, a: Address, b: Address): string {
  return `${chain}/${a < b ? `${a}/${b}` : `${b}/${a}`}`
}
