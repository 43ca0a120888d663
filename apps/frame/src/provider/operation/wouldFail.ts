import { isLatchkeyError, type LatchkeyError } from 'latchkey/contract'
import { refusal } from '../refusal.ts'

const said = 'The network says this would fail'

/** The error for an operation that the network tried and that failed there: it is not sent. */
export function wouldFail(reason?: string): LatchkeyError {
  return refusal('transactionRejected', {
    message: reason === undefined ? `${said}.` : `${said}: ${reason}`,
    context: { wouldFail: true, ...(reason !== undefined && { reason }) },
  })
}

/** The failure that a `wouldFail` error tells, with its reason; undefined for any other error. */
export function failureForeseen(cause: unknown): { readonly reason?: string } | undefined {
  if (!isLatchkeyError(cause) || cause.context.wouldFail !== true) return undefined
  const { reason } = cause.context
  return typeof reason === 'string' ? { reason } : {}
}
