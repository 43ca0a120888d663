import type { Logger } from 'pino'
import { isStoreError } from '../store/storeError.ts'
import type { AppContext } from './appTypes.ts'
import { RouteFault } from './routeFault.ts'

/** What a thrown value means to the caller; everything that is no refusal is logged, and nothing of it goes out. */
export function toFault(error: unknown, c: AppContext, log: Logger): RouteFault {
  if (error instanceof RouteFault) return error
  log.error({ requestId: c.get('requestId'), err: error }, 'request failed')
  // A store that is full, busy or broken is an outage; a query it does not take is a defect of ours (F42).
  const isOutage = isStoreError(error) && error.code !== 'invalid' && error.code !== 'constraint'
  if (isOutage) return new RouteFault('APKT009', { status: 503, retryAfter: 1, cause: error })
  return new RouteFault('APKT009', { cause: error })
}
