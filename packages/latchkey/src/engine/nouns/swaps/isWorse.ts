import type { SwapQuote } from './swapQuote.ts'

/**
 * Whether a quote is worse than the one on the screen by more than half of the slippage, or wants another spender: the visitor looks at
 * it once more (reference money §1.6).
 */
export function isWorse(shown: SwapQuote, now: SwapQuote, slippageBps: number): boolean {
  if (now.spender !== shown.spender || now.exact !== shown.exact) return true
  const half = BigInt(slippageBps)
  return now.exact === 'in'
    ? now.in.value * 20_000n < shown.in.value * (20_000n - half)
    : now.out.value * 20_000n > shown.out.value * (20_000n + half)
}
