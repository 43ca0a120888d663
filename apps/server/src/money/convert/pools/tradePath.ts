import { amountIn, amountOut, type PoolSide } from './amountOut.ts'

/** The amounts at each token of a path for an exact input, the output last; undefined where a pool cannot pay. */
export function tradeIn(path: readonly PoolSide[], input: bigint): readonly bigint[] | undefined {
  const amounts = [input]
  for (const pool of path) {
    const next = amountOut(amounts.at(-1) ?? 0n, pool)
    if (next === undefined) return undefined
    amounts.push(next)
  }
  return amounts
}

/** The amounts at each token of a path for an exact output, the input first; undefined where a pool cannot pay. */
export function tradeOut(path: readonly PoolSide[], output: bigint): readonly bigint[] | undefined {
  const amounts = [output]
  for (const pool of path.toReversed()) {
    const before = amountIn(amounts.at(-1) ?? 0n, pool)
    if (before === undefined) return undefined
    amounts.push(before)
  }
  return amounts.reverse()
}

const whole = 10_000n
const scale = 10n ** 12n

/**
 * How much worse than the pools' own price a trade is, as a part of one. What the pools keep as their fee is not part of it
 * (reference money §1.4).
 */
export function priceImpact(path: readonly PoolSide[], input: bigint, output: bigint): number {
  let given = input
  let worth = output
  for (const { reserveIn, reserveOut, feeBps } of path) {
    given *= reserveOut * (whole - BigInt(feeBps))
    worth *= reserveIn * whole
  }
  if (given === 0n) return 0
  const kept = (worth * scale) / given
  // Rounding to base units may look like a gain.
  return kept >= scale ? 0 : Number(scale - kept) / Number(scale)
}

/** The least that has to arrive: a part of `amount`, rounded down. */
export function minimumOf(amount: bigint, slippageBps: number): bigint {
  return (amount * (whole - BigInt(slippageBps))) / whole
}

/** The most that may leave: `amount` and a part of it, rounded down. */
export function maximumOf(amount: bigint, slippageBps: number): bigint {
  return (amount * (whole + BigInt(slippageBps))) / whole
}

/** What is left of an amount after a tax, rounded down. */
export function afterTax(amount: bigint, bps: number): bigint {
  return (amount * (whole - BigInt(bps))) / whole
}
