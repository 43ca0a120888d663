import type { Amount } from '../../contract/amount.ts'
import type { SwapForm, SwapSide } from '../../engine/flows/swap/swapFlow.ts'
import { shortAmount } from './shortAmount.ts'

/** What the chosen quote says of a side, in few digits; undefined without one. */
export function quotedAmount({ quotes }: Pick<SwapForm, 'quotes'>, side: SwapSide): Amount | undefined {
  if (quotes.at !== 'known') return undefined
  return side === 'sell' ? shortAmount(quotes.chosen.out, true) : shortAmount(quotes.chosen.in, false)
}
