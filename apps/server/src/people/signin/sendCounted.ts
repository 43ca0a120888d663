import { RouteFault } from '../../core/http/routeFault.ts'
import { unsentOf } from '../mail/sendEvenly.ts'

/**
 * Sends what was counted before. Where that fails, `fail` takes the count back of what was certainly not sent, and says in
 * how many seconds the next one is due.
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
