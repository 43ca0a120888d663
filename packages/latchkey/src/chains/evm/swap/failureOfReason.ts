import type { SwapForecast } from '../../../contract/swap.ts'

/** The words of exchanges and tokens, and what they mean; the first that matches counts. */
const meanings: readonly (readonly [RegExp, NonNullable<SwapForecast['failure']>])[] = [
  [/allowance/i, 'approval'],
  [
    /insufficient_?output|excessive_?input|too ?(?:little|much) ?(?:received|requested)|slippage|return_?amount_?is_?not_?enough/i,
    'price',
  ],
  [/expired|too old|deadline/i, 'expired'],
  [/^(?:uniswapv2|pancake): k$|productfell/i, 'tax'],
  [/insufficient[_ ]?(?:balance|funds)|exceeds balance/i, 'funds'],
]

/** Why a swap would fail, by the chain's own word; undefined for any other. */
export function failureOfReason(reason: string | undefined): SwapForecast['failure'] {
  if (reason === undefined) return undefined
  return meanings.find(([words]) => words.test(reason))?.[1]
}
