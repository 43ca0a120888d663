import { parseAmount } from '../../contract/amount.ts'
import type { RampForm } from '../../engine/flows/onramp/rampFlow.ts'
import { wireDigits } from '../../engine/flows/onramp/rampLimits.ts'
import { useProtectFirst } from '../ownwallet/useProtectFirst.ts'

/**
 * What shows how to protect a wallet that only this browser opens, before money is sent to it above the host's limit (`protectAbove`); undefined where
 * nothing has to be done first, or the visitor was asked on this page.
 */
export function useProtectRamp({ quotes, currency }: RampForm): (() => void) | undefined {
  const paid = quotes.at === 'known' ? quotes.chosen.paymentTotal.amount : '0'
  const { ask } = useProtectFirst(parseAmount(paid, wireDigits), { value: 1, currency: currency?.id ?? '' })
  return ask
}
