/** What `pay()` resolves with, by how far the payment has come; pure. */
import type { ErrorCode } from '../../../contract/errors/table.ts'
import type { PayFailure, PayResult, PayState } from './payFlow.ts'

const codes: Readonly<Record<PayFailure, ErrorCode>> = {
  offline: 'PAYMENT_UNAVAILABLE',
  'unknown-payment': 'PAYMENT_INVALID',
  unsafe: 'PAYMENT_UNSAFE',
  'no-quote': 'SWAP_NO_ROUTE',
  price: 'SWAP_FAILED',
  funds: 'INSUFFICIENT_FUNDS',
  fee: 'INSUFFICIENT_FUNDS',
  tax: 'PAYMENT_UNSAFE',
  rejected: 'SEND_REJECTED',
  busy: 'SEND_BUSY',
  moved: 'SEND_FAILED',
  expired: 'SEND_FAILED',
  approval: 'SWAP_FAILED',
  'approval-rejected': 'SEND_REJECTED',
  'approval-unknown': 'SEND_UNKNOWN',
  other: 'SEND_FAILED',
}

/** The code of a failure, as hosts hear it. */
export function codeOf(failure: PayFailure): ErrorCode {
  return codes[failure]
}

/** What a visitor decided, or can decide again, is no failure. */
const theirs: readonly (PayFailure | undefined)[] = [
  undefined,
  'rejected',
  'approval-rejected',
  'moved',
  'busy',
  'expired',
]

/** The result so far. `wished`: the id of the services, where the payment is theirs; `ordered`: an exchange was told to send it. */
export function payResult(state: PayState, wished: string | undefined, ordered: boolean): PayResult {
  const base = { verified: wished !== undefined, ...(wished !== undefined && { paymentId: wished }) }
  const failed = (failure: PayFailure | undefined): PayResult =>
    theirs.includes(failure)
      ? { ...base, status: 'cancelled' }
      : { ...base, status: 'failed', code: codeOf(failure ?? 'other') }
  switch (state.at) {
    case 'choosing':
      return { ...base, status: ordered ? 'pending' : 'cancelled' }
    case 'loading':
    case 'preparing':
      return { ...base, status: 'cancelled' }
    case 'failed':
    case 'reviewing':
      return failed(state.failure)
    case 'asking':
    case 'sending':
      // The wallet may go on.
      return { ...base, status: 'pending' }
    case 'watching':
      // A code that was shown is no yes.
      return { ...base, status: ordered ? 'pending' : 'cancelled' }
    case 'done': {
      const { hash, receipt } = state
      const more = { ...(hash !== undefined && { txHash: hash }), ...(receipt && { receipt }) }
      if (state.state === 'failed')
        return { ...base, ...more, status: 'failed', code: codeOf(state.failure ?? 'other') }
      return { ...base, ...more, status: statuses[state.state] }
    }
  }
}

const statuses: Readonly<
  Record<Exclude<Extract<PayState, { at: 'done' }>['state'], 'failed'>, PayResult['status']>
> = {
  open: 'pending',
  seen: 'pending',
  unknown: 'pending',
  paid: 'paid',
  settled: 'settled',
  // All that was asked for is there.
  overpaid: 'settled',
  // A part is: more can still complete it.
  underpaid: 'pending',
  expired: 'expired',
  // The money is there, and the merchant decides.
  paid_late: 'expired',
  refunded: 'cancelled',
}
