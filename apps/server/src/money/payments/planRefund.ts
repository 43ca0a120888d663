import type { CaipNetworkId } from 'latchkey/contract'
import type { Payment } from './payment.ts'
import { acceptOf } from './toWirePayment.ts'
import { toBaseUnits, toWholeUnits } from './wholeUnits.ts'

/** What a refund moves back. */
export interface RefundPlan {
  readonly way: number
  readonly chain: CaipNetworkId
  readonly asset: string
  readonly units: bigint
  /** In whole units, as the caller wrote it where it did. */
  readonly amount: string
  /** Who paid it. */
  readonly payer: string
}

/**
 * Plans a refund of what is final of a payment: all that one payer paid in one asset, or the amount asked for. The sum of all
 * refunds never exceeds what came; undefined where so much is not left.
 */
export function planRefund(payment: Payment, wanted: string | undefined): RefundPlan | undefined {
  const final = new Set(
    payment.claims.filter(({ state }) => state === 'final').map(({ chain, hash }) => `${chain} ${hash}`),
  )
  const transfers = payment.transfers.filter(({ chain, hash }) => final.has(`${chain} ${hash}`))
  const refunds = payment.refunds.filter(({ state }) => state !== 'cancelled')
  const sum = (parts: readonly { readonly units: bigint }[]) =>
    parts.reduce((total, { units }) => total + units, 0n)
  for (const { way, chain, payer } of transfers) {
    const { decimals } = acceptOf(payment.accepts, way)
    const ofWay = (each: { readonly way: number }) => each.way === way
    const leftOfWay = sum(transfers.filter(ofWay)) - sum(refunds.filter(ofWay))
    const paid = sum(transfers.filter(each => ofWay(each) && each.payer === payer))
    const back = sum(refunds.filter(each => ofWay(each) && each.recipient === payer))
    const left = paid - back < leftOfWay ? paid - back : leftOfWay
    const units = wanted === undefined ? left : toBaseUnits(wanted, decimals)
    if (units === undefined || units <= 0n || units > left) continue
    const asset = payment.ways[way]?.asset ?? ''
    return { way, chain, asset, units, amount: wanted ?? toWholeUnits(units, decimals), payer }
  }
  return undefined
}
