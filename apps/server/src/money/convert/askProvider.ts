import type { QuoteFault } from 'latchkey/services'
import { type AskContext, askInTime } from '../client/askInTime.ts'
import { ConvertFault } from './convertProvider.ts'

export type { AskContext } from '../client/askInTime.ts'

/** Faults of a provider itself, which its operator wants to know of. */
const failures: ReadonlySet<QuoteFault> = new Set(['unavailable', 'unsafe', 'rate-limited'])

/**
 * Awaits one answer of a provider, and never longer than its time, whatever it does with the signal.
 * @throws ConvertFault, which is `unavailable` for anything else that the provider throws.
 */
export function askProvider<T>(
  ctx: AskContext,
  provider: string,
  question: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const rules = {
    provider,
    upstream: `convert ${provider}`,
    complaint: 'a provider of quotes failed',
    toFault: ({ cause, message }: { readonly cause?: unknown; readonly message?: string }) =>
      cause instanceof ConvertFault
        ? cause
        : new ConvertFault('unavailable', { cause, ...(message !== undefined && { message }) }),
    isFailure: ({ reason }: ConvertFault) => failures.has(reason),
  }
  return askInTime(ctx, rules, question)
}
