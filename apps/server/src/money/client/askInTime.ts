import type { Logger } from 'pino'
import type { Clock } from '../../core/http/appTypes.ts'
import type { Metrics } from '../../core/metrics/metrics.ts'

/** What asking a provider needs. */
export interface AskContext {
  /** Milliseconds. */
  readonly timeout: number
  readonly clock: Clock
  readonly log: Logger
  readonly onUpstream?: Metrics['upstream'] | undefined
}

/**
 * Awaits one answer of a provider, and never longer than its time, whatever it does with the signal. It throws what `toFault` makes of anything that the
 * question throws; `isFailure` says which of those the operator wants to know of.
 */
export async function askInTime<T, F extends Error & { readonly reason: string }>(
  ctx: AskContext,
  {
    provider,
    upstream,
    complaint,
    toFault,
    isFailure,
  }: {
    readonly provider: string
    /** As metrics name it. */
    readonly upstream: string
    /** What the log says of a failure. */
    readonly complaint: string
    /** Of an error; with a message alone for an answer that did not come in time. */
    readonly toFault: (cause: { readonly cause?: unknown; readonly message?: string }) => F
    readonly isFailure: (fault: F) => boolean
  },
  question: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { timeout, clock, log, onUpstream } = ctx
  const started = clock()
  const stop = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(toFault({ message: 'The provider did not answer in time' }))
    stop.abort()
  }, timeout)
  try {
    const answer = await Promise.race([question(stop.signal), late.promise])
    onUpstream?.(upstream, 'answered', clock() - started)
    return answer
  } catch (error) {
    const fault = toFault({ cause: error })
    const failed = isFailure(fault)
    onUpstream?.(upstream, failed ? 'failed' : 'answered', clock() - started)
    if (failed) log.warn({ provider, reason: fault.reason, err: fault }, complaint)
    throw fault
  } finally {
    clearTimeout(timer)
  }
}
