import type { Hop } from './findPaths.ts'
import { tradeIn, tradeOut } from './tradePath.ts'

/** A path with its amounts: one for each token, the input first. */
export interface Route {
  readonly path: readonly Hop[]
  readonly amounts: readonly bigint[]
}

/** Units of gas that a trade along so many pools usually takes; measured 143,829 and 176,887 for two of them. */
export function routeGas(hops: number): bigint {
  return 75_000n + 50_000n * BigInt(hops)
}

/**
 * The path that leaves most after gas: for an exact input the output minus gas, for an exact output the input plus gas.
 * `costIn` values units of gas in the token that varies; undefined where that is not known, and then the amounts alone count.
 */
export function chooseRoute(
  paths: readonly (readonly Hop[])[],
  trade: { readonly exact: 'in' | 'out'; readonly amount: bigint },
  costIn: (gas: bigint) => bigint | undefined,
): Route | undefined {
  const { exact, amount } = trade
  const costs = new Map<number, bigint>()
  const costOf = (hops: number): bigint => {
    const cost = costs.get(hops) ?? costIn(routeGas(hops)) ?? 0n
    costs.set(hops, cost)
    return cost
  }
  let best: { readonly route: Route; readonly net: bigint } | undefined
  for (const path of paths) {
    const amounts = exact === 'in' ? tradeIn(path, amount) : tradeOut(path, amount)
    if (amounts === undefined) continue
    const varying = (exact === 'in' ? amounts.at(-1) : amounts[0]) ?? 0n
    const cost = costOf(path.length)
    const net = exact === 'in' ? varying - cost : -(varying + cost)
    if (best === undefined || net > best.net) best = { route: { path, amounts }, net }
  }
  return best?.route
}
