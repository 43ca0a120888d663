/** Which sentence an error is said with. */
import { isLatchkeyError } from '../../../contract/error.ts'
import { failureOf as swapFailureOf } from '../../nouns/swaps/failureOf.ts'
import type { SwapFailure } from '../../nouns/swaps/swapQuote.ts'
import type { PayFailure } from './payFlow.ts'

const ofPayments: ReadonlyMap<unknown, PayFailure> = new Map<unknown, PayFailure>([
  ['PAYMENT_UNSAFE', 'unsafe'],
  ['PAYMENT_INVALID', 'unknown-payment'],
  ['PAYMENT_UNAVAILABLE', 'offline'],
])

const ofSwaps: Readonly<Record<SwapFailure, PayFailure>> = {
  'no-route': 'no-quote',
  liquidity: 'no-quote',
  'too-small': 'no-quote',
  tax: 'no-quote',
  token: 'no-quote',
  unsupported: 'no-quote',
  blocked: 'no-quote',
  'rate-limited': 'offline',
  unavailable: 'offline',
  unsafe: 'unsafe',
  offline: 'offline',
  rejected: 'rejected',
  busy: 'busy',
  funds: 'funds',
  fee: 'fee',
  price: 'price',
  approval: 'approval',
  'approval-rejected': 'approval-rejected',
  'approval-smaller': 'approval',
  'approval-unknown': 'approval-unknown',
  moved: 'moved',
  // The wallet signed something else.
  changed: 'unsafe',
  // The quote, not the payment.
  expired: 'price',
  other: 'other',
}

export function failureOf(cause: unknown): PayFailure {
  const own = isLatchkeyError(cause) ? ofPayments.get(cause.code) : undefined
  return own ?? ofSwaps[swapFailureOf(cause)]
}

/** A failure of swapping, as payments say it. */
export function ofSwapFailure(failure: SwapFailure): PayFailure {
  return ofSwaps[failure]
}
