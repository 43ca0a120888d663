import { RouteFault } from '../../core/http/routeFault.ts'
import { unsentOf } from '../mail/sendEvenly.ts'

/**
 * Sends a mail that was counted before. On failure, `fail` uncounts a mail that was certainly not sent, and returns the
 * seconds until the next one is due.
 * @throws RouteFault APKT009 (503) with that time
 */
export async function sendCounted<T>(
  send: () => Promise<T>,
  fail: (isUnsent: boolean) => Promise<number>,
): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const cause = unsentOf(error)
    if (cause === undefined) throw error
    throw new RouteFault('APKT009', { status: 503, retryAfter: await fail(!cause.mayArrive), cause })
  }
}
