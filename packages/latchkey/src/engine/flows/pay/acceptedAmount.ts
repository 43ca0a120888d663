/** What a payment accepts, as the chain's side takes it. */
import { type Amount, parseAmount } from '../../../contract/amount.ts'
import { addressOf, type CaipNetworkId } from '../../../contract/caip.ts'
import { parseCaipAsset } from '../../../contract/caip19.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { type Spelling, spelledOnce } from '../../../contract/namespaceFacts.ts'
import type { Network } from '../../../contract/network.ts'
import type { AcceptedPayment } from '../../../contract/payments.ts'
import type { SentAsset } from '../../../contract/send.ts'

/** Exactly what is to be paid, in base units. @throws LatchkeyError PAYMENT_UNSAFE for more decimals than the token has. */
export function amountOf({ amount, decimals }: AcceptedPayment): Amount {
  try {
    return parseAmount(amount, decimals)
  } catch (cause) {
    throw createError('PAYMENT_UNSAFE', { cause, context: { reason: 'amount' } })
  }
}

/** Where it is paid; empty for what is no asset. */
export function networkIdOfAccepted({ asset }: Pick<AcceptedPayment, 'asset'>): CaipNetworkId {
  return parseCaipAsset(asset)?.network ?? ':'
}

/** The contract or mint; undefined for the network's own currency. */
export function tokenOfAccepted({ asset }: Pick<AcceptedPayment, 'asset'>): string | undefined {
  const parsed = parseCaipAsset(asset)
  return !parsed || parsed.kind === 'slip44' ? undefined : parsed.reference
}

/** The key of the asset in a list of what an account holds. */
export function keyOfAccepted(accepted: Pick<AcceptedPayment, 'asset'>, spelling: Spelling): string {
  const token = tokenOfAccepted(accepted)
  return token === undefined ? 'native' : spelledOnce(token, spelling)
}

/** The asset as it is sent. */
export function assetOfAccepted(accepted: AcceptedPayment, { nativeCurrency }: Network): SentAsset {
  const address = tokenOfAccepted(accepted)
  if (address === undefined) return { symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals }
  return { address, symbol: accepted.symbol, decimals: accepted.decimals }
}

/** Who receives, as an address. */
export function receiverOf({ recipient }: AcceptedPayment): string {
  return addressOf(recipient)
}
