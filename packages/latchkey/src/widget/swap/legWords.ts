import { parseAmount } from '../../contract/amount.ts'
import type { EntryLeg } from '../../contract/journal.ts'
import { exactAmount } from '../send/exactAmount.ts'

/** An amount of the journal with its symbol, exact to the last unit. */
export function legWords({ amount, asset }: EntryLeg, locale: string | undefined): string {
  return `${exactAmount(parseAmount(amount, asset.decimals), locale)} ${asset.symbol}`
}
