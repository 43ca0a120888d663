import type { CaipAddress } from 'latchkey/contract'
import type { AcceptedPayment, WireOwnPayment, WirePayment } from 'latchkey/services'
import { chainAddress } from '../../data/namespaces/namespaces.ts'
import type { Payment, PaymentRefund } from './payment.ts'
import { toWholeUnits } from './wholeUnits.ts'

/** A payment as its page sees it. `now` is milliseconds since 1970: one that is over by then is never shown as open. */
export function toWirePayment(payment: Payment, now: number): WirePayment {
  const { details, accepts } = payment
  return {
    id: payment.id,
    state: payment.state === 'open' && payment.expiresAt <= now ? 'expired' : payment.state,
    description: details.description,
    referenceId: details.referenceId,
    accepts: [...accepts],
    fiat: payment.fiat,
    reference: payment.reference,
    createdAt: payment.createdAt,
    expiresAt: payment.expiresAt,
    transfers: payment.transfers.map(({ chain, hash, way, units, payer, block, at }) => ({
      hash,
      asset: acceptOf(accepts, way).asset,
      amount: toWholeUnits(units, acceptOf(accepts, way).decimals),
      payer: toAccount(chain, payer),
      block: String(block),
      at,
    })),
    refunds: payment.refunds.map(refund => toWireRefund(refund, accepts)),
  }
}

/** A payment as its backend sees it. */
export function toOwnPayment(payment: Payment, now: number): WireOwnPayment {
  return { ...toWirePayment(payment, now), metadata: payment.details.metadata }
}

/** A refund as the wire has it. */
export function toWireRefund(
  { id, state, way, units, recipient, chain, hash }: PaymentRefund,
  accepts: readonly AcceptedPayment[],
): WirePayment['refunds'][number] {
  const { asset, decimals } = acceptOf(accepts, way)
  return {
    id,
    state,
    asset,
    amount: toWholeUnits(units, decimals),
    recipient: toAccount(chain, recipient),
    hash,
  }
}

/** The way of a payment at a place. */
export function acceptOf(accepts: readonly AcceptedPayment[], place: number): AcceptedPayment {
  const accept = accepts[place]
  if (accept === undefined) throw new Error(`A payment has no way ${place}`)
  return accept
}

function toAccount(chain: Payment['transfers'][number]['chain'], address: string): CaipAddress {
  return `${chain}:${chainAddress(chain, address) ?? address}` as CaipAddress
}
