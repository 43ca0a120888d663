/** What one pool holds, in the direction of a trade, and what it keeps of it. */
export interface PoolSide {
  readonly reserveIn: bigint
  readonly reserveOut: bigint
  /** Hundredths of a percent. */
  readonly feeBps: number
}

const whole = 10_000n
/** The reserves of such pools are of 112 bits: more does not fit in. */
const mostReserve = (1n << 112n) - 1n

/** What a constant-product pool pays out for an input, in base units; undefined where it cannot pay. Rounded as v2 does. */
export function amountOut(amountIn: bigint, pool: PoolSide): bigint | undefined {
  const { reserveIn, reserveOut } = pool
  if (reserveIn <= 0n || reserveOut <= 0n || reserveIn + amountIn > mostReserve) return undefined
  const counted = amountIn * (whole - BigInt(pool.feeBps))
  return (counted * reserveOut) / (reserveIn * whole + counted)
}

/** What has to go into a constant-product pool for an output; undefined where it holds less. Rounded up, as v2 does. */
export function amountIn(amountOut: bigint, pool: PoolSide): bigint | undefined {
  const { reserveIn, reserveOut } = pool
  if (reserveIn <= 0n || amountOut >= reserveOut || pool.feeBps >= Number(whole)) return undefined
  const needed =
    (reserveIn * amountOut * whole) / ((reserveOut - amountOut) * (whole - BigInt(pool.feeBps))) + 1n
  return reserveIn + needed > mostReserve ? undefined : needed
}
