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
  if (isOutage || isBrokenReader(error) || isLockedVault(error))
    return new RouteFault('APKT009', { status: 503, retryAfter: 1, cause: error })
  return new RouteFault('APKT009', { cause: error })
}

/**
 * Whether the key shares' vault is unreachable or lacks a key: nothing is decrypted, and clients learn no more than
 * that (T104).
 */
function isLockedVault(error: unknown): boolean {
  return error instanceof Error && error.name === 'VaultError'
}

/** SQLite's numbers for a statement or value of ours that is wrong; all others speak of the file and its disk. */
const ownMistakes: ReadonlySet<number> = new Set([1, 19, 20, 21, 25])

/** What the reading connection to a file throws by itself: its disk failed, or it was closed while the server stops. */
function isBrokenReader(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { errcode } = error as { errcode?: unknown }
  if (typeof errcode === 'number') return !ownMistakes.has(errcode & 0xff)
  return error.message === 'driver has already been destroyed'
}
