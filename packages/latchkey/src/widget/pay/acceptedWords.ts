import { type Amount, parseAmount } from '../../contract/amount.ts'
import type { CaipNetworkId } from '../../contract/caip.ts'
import { parseCaipAsset } from '../../contract/caip19.ts'
import type { AcceptedPayment } from '../../contract/payments.ts'
import { cleanName } from '../../engine/nouns/identity/cleanName.ts'
import { exactAmount } from '../send/exactAmount.ts'

/** The amount of a way to pay, in base units; undefined for one that its asset cannot have. */
export function acceptedAmount({ amount, decimals }: AcceptedPayment): Amount | undefined {
  try {
    return parseAmount(amount, decimals)
  } catch {
    return undefined
  }
}

/** The symbol as it may be shown: it is a stranger's word (T67). */
export function acceptedSymbol({ symbol }: Pick<AcceptedPayment, 'symbol'>): string {
  return cleanName(symbol, 32) ?? '—'
}

/** The amount of a way to pay with its symbol, exact to the last unit; a dash for an impossible one. */
export function acceptedWords(accepted: AcceptedPayment, locale: string | undefined): string {
  const amount = acceptedAmount(accepted)
  return `${amount ? exactAmount(amount, locale) : '—'} ${acceptedSymbol(accepted)}`
}

/** The network that a way to pay is on. */
export function acceptedNetwork({ asset }: Pick<AcceptedPayment, 'asset'>): CaipNetworkId | undefined {
  return parseCaipAsset(asset)?.network
}
