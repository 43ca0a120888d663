import { swapQuoteSchema, type WireQuote } from 'latchkey/services'
import * as v from 'valibot'
import { type ConvertAsk, ConvertFault, type ConvertQuote } from './convertProvider.ts'

/** A quote as the wire has it. @throws ConvertFault `unavailable` for one that does not fit, whatever its provider says. */
export function toWireQuote(
  ask: ConvertAsk,
  quote: ConvertQuote,
  named: { readonly id: string; readonly provider: string },
): WireQuote {
  const { fromAmount, toAmount, minimum, maximum, gas, fees, tag: _, ...rest } = quote
  const wire = v.safeParse(swapQuoteSchema, {
    ...rest,
    ...named,
    exact: ask.exact,
    fromAccount: ask.sell.caip,
    toAccount: ask.buy.caip,
    fromAmount: String(fromAmount),
    toAmount: String(toAmount),
    minimum: String(minimum),
    maximum: String(maximum),
    gas: gas === null ? null : String(gas),
    fees: fees.map(fee => ({ ...fee, amount: String(fee.amount) })),
  })
  if (!wire.success) throw new ConvertFault('unavailable', { message: 'The quote does not fit' })
  return wire.output
}
