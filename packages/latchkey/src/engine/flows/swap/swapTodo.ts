/** What is in the way of a review (SPEC-NOTES §4 "Swap"); pure. */
import type { Amount } from '../../../contract/amount.ts'
import { mostSlippageBps } from '../../../contract/swap.ts'
import { type DraftAmount, readAmount } from '../../nouns/amounts/readAmount.ts'
import type { SwapQuote } from '../../nouns/swaps/swapQuote.ts'
import type { SwapForm, SwapTodo } from './swapFlow.ts'

export interface TodoOptions {
  readonly supported: boolean
  readonly locale: string | undefined
  /** Held of the network's own currency; undefined while unknown. */
  readonly native: Amount | undefined
  /** A part of one. */
  readonly impactLimit: number
}

/** The typed amount, in units of the token of its side. */
export function typedAmount(form: SwapForm, locale: string | undefined): DraftAmount {
  const token = form[form.side]
  return token ? readAmount(form.typed, token.decimals, locale) : { at: 'none' }
}

/** The first thing that is missing, in the order of the fields. */
export function swapTodo(form: SwapForm, options: TodoOptions): SwapTodo | undefined {
  const { sell, buy, side, quotes } = form
  if (!options.supported || !form.owner) return 'unsupported'
  if (!sell || !buy) return 'tokens'
  if (sell.key === buy.key) return 'same'
  const amount = typedAmount(form, options.locale)
  if (amount.at === 'empty') return 'amount'
  if (amount.at !== 'amount') return 'wrong-amount'
  const isMore = ({ value }: Amount) => sell.amount !== undefined && value > sell.amount.value
  if (side === 'sell' && isMore(amount.amount)) return 'funds'
  if (form.slippageBps > mostSlippageBps) return 'slippage'
  if (quotes.at === 'failed') return 'no-quote'
  if (quotes.at !== 'known') return 'quote'
  const { chosen } = quotes
  if (isMore(chosen.most)) return 'funds'
  if (lacksFee(chosen, sell.address === undefined, options.native)) return 'fee'
  return (chosen.priceImpact ?? 0) > options.impactLimit ? 'impact' : undefined
}

function lacksFee({ fee, most }: SwapQuote, isNative: boolean, held: Amount | undefined): boolean {
  return fee !== undefined && held !== undefined && fee.value + (isNative ? most.value : 0n) > held.value
}
