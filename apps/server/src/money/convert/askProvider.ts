import type { QuoteFault } from 'latchkey/services'
import type { Logger } from 'pino'
import type { Clock } from '../../core/http/appTypes.ts'
import type { Metrics } from '../../core/metrics/metrics.ts'
import { ConvertFault } from './convertProvider.ts'

/** What asking a provider needs. */
export interface AskContext {
  /** Milliseconds. */
  readonly timeout: number
  readonly clock: Clock
  readonly log: Logger
  readonly onUpstream?: Metrics['upstream'] | undefined
}

/** Faults of a provider itself, which its operator wants to know of. */
const failures: ReadonlySet<QuoteFault> = new Set(['unavailable', 'unsafe', 'rate-limited'])

/**
 * Awaits one answer of a provider, and never longer than its time, whatever it does with the signal.
 * @throws ConvertFault, which is `unavailable` for anything else that the provider throws.
 */
export async function askProvider<T>(
  ctx: AskContext,
  provider: string,
  question: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { timeout, clock, log, onUpstream } = ctx
  const started = clock()
  const stop = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new ConvertFault('unavailable', { message: 'The provider did not answer in time' }))
    stop.abort()
  }, timeout)
  try {
    const answer = await Promise.race([question(stop.signal), late.promise])
    onUpstream?.(`convert ${provider}`, 'answered', clock() - started)
    return answer
  } catch (error) {
    const fault = error instanceof ConvertFault ? error : new ConvertFault('unavailable', { cause: error })
    const isFailure = failures.has(fault.reason)
    onUpstream?.(`convert ${provider}`, isFailure ? 'failed' : 'answered', clock() - started)
    if (isFailure) log.warn({ provider, reason: fault.reason, err: fault }, 'a provider of quotes failed')
    throw fault
  } finally {
    clearTimeout(timer)
  }
}
