import type { PayFailure } from '../../engine/flows/pay/payFlow.ts'

/** What a visitor does about what is in the way of a payment that is under review. */
export type PayWayOn = 'retry' | 'fund' | 'choose' | 'close'

const ways: Readonly<Partial<Record<PayFailure, PayWayOn>>> = {
  funds: 'fund',
  fee: 'fund',
  tax: 'choose',
  unsafe: 'choose',
  expired: 'close',
  'unknown-payment': 'close',
}

/** The way on from a failure; what passed by itself or was refused by hand can be tried again. */
export function wayOn(failure: PayFailure): PayWayOn {
  return ways[failure] ?? 'retry'
}
