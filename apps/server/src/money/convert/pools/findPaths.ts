import type { Address } from 'viem'
import type { PoolSide } from './amountOut.ts'

/** A pool and what it holds, in the order of its tokens. */
export interface Pool {
  readonly tokens: readonly [Address, Address]
  readonly reserves: readonly [bigint, bigint]
}

/** One step of a path. */
export interface Hop extends PoolSide {
  readonly from: Address
  readonly to: Address
}

/** The longest path that is tried. */
export const mostHops = 3

/** All paths from one token to another that meet no token twice, the shortest first. Addresses are in one spelling. */
export function findPaths(
  pools: readonly Pool[],
  from: Address,
  to: Address,
  feeBps: number,
): readonly (readonly Hop[])[] {
  const hops = pools.flatMap(({ tokens: [a, b], reserves: [heldA, heldB] }): Hop[] => [
    { from: a, to: b, reserveIn: heldA, reserveOut: heldB, feeBps },
    { from: b, to: a, reserveIn: heldB, reserveOut: heldA, feeBps },
  ])
  const leaving = Map.groupBy(hops, hop => hop.from)
  const found: (readonly Hop[])[] = []
  function walk(at: Address, path: readonly Hop[], seen: readonly Address[]): void {
    for (const hop of leaving.get(at) ?? []) {
      if (seen.includes(hop.to)) continue
      const longer = [...path, hop]
      if (hop.to === to) found.push(longer)
      else if (longer.length < mostHops) walk(hop.to, longer, [...seen, hop.to])
    }
  }
  walk(from, [], [from])
  return found.sort((a, b) => a.length - b.length)
}
