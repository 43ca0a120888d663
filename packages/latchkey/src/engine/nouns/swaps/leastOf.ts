/** Slippage in whole numbers: what is shown is what is signed (T74). */

/** The least that arrives of an amount, in base units, floored. */
export function leastOf(amount: bigint, slippageBps: number): bigint {
  return (amount * BigInt(10_000 - slippageBps)) / 10_000n
}

/** The most that leaves for an amount that arrives exactly, in base units: so much that `leastOf` of it is the amount. */
export function mostOf(amount: bigint, slippageBps: number): bigint {
  const rest = BigInt(10_000 - slippageBps)
  return (amount * 10_000n + rest - 1n) / rest
}
