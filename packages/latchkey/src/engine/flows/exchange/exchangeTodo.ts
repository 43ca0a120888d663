import { parseAmount, toDecimalString } from '../../../contract/amount.ts'
import type { WireExchange } from '../../../contract/exchange.ts'
import { readAmount } from '../../nouns/amounts/readAmount.ts'
import type { ExchangeAsk, ExchangeTodo } from './exchangeFlow.ts'

export interface ExchangeDraft {
  readonly ask: ExchangeAsk | undefined
  readonly typed: string
  readonly locale?: string | undefined
}

/** The amount of a draft as a decimal text; undefined where none is given, or it is none. */
export function amountOfDraft({ ask, typed, locale }: ExchangeDraft): string | undefined {
  if (!ask || ask.amount !== undefined) return ask?.amount
  const read = readAmount(typed, ask.shown.decimals, locale)
  return read.at === 'amount' ? toDecimalString(read.amount) : undefined
}

/** What is in the way of an order at an exchange: compared exactly, in base units (T74). */
export function exchangeTodo(draft: ExchangeDraft, exchange: WireExchange): ExchangeTodo | undefined {
  const { ask, typed, locale } = draft
  if (!ask) return 'asset'
  const { decimals } = ask.shown
  if (ask.amount === undefined) {
    const read = readAmount(typed, decimals, locale)
    if (read.at === 'empty') return exchange.asksAmount ? undefined : 'amount'
    if (read.at === 'precise') return 'precise'
    if (read.at !== 'amount') return 'wrong-amount'
  }
  const amount = amountOfDraft(draft)
  if (amount === undefined) return 'amount'
  // Limits may have more decimals than the asset.
  const scale = 18 + decimals
  const value = parseAmount(amount, scale).value
  const { minimum, maximum } = exchange
  if (minimum !== null && value < parseAmount(minimum, scale).value) return 'small'
  if (maximum !== null && value > parseAmount(maximum, scale).value) return 'large'
  return undefined
}
