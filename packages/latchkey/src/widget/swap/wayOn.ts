import type { SwapTodo } from '../../engine/flows/swap/swapFlow.ts'
import type { SwapFailure } from '../../engine/nouns/swaps/swapQuote.ts'

/** What a visitor does about what is in the way. */
export type WayOn = 'retry' | 'amount' | 'token' | 'fund' | 'slippage' | 'wait'

/** The rest can be tried again. */
const ofFailure: Readonly<Partial<Record<SwapFailure, WayOn>>> = {
  'no-route': 'token',
  liquidity: 'amount',
  'too-small': 'amount',
  tax: 'token',
  token: 'token',
  blocked: 'token',
  unsafe: 'token',
  unsupported: 'token',
  funds: 'amount',
  fee: 'amount',
}

const ofTodo: Readonly<Record<SwapTodo, WayOn>> = {
  unsupported: 'token',
  tokens: 'token',
  same: 'token',
  amount: 'amount',
  'wrong-amount': 'amount',
  quote: 'wait',
  'no-quote': 'retry',
  funds: 'amount',
  fee: 'amount',
  slippage: 'slippage',
  impact: 'amount',
}

/** The way on from what is missing in the form, by why there is no quote. */
export function wayOn(todo: SwapTodo, failure: SwapFailure | undefined): WayOn {
  return (todo === 'no-quote' && failure && ofFailure[failure]) || ofTodo[todo]
}
