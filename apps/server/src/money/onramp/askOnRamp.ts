import type { RampFault } from 'latchkey/services'
import { type AskContext, askInTime } from '../client/askInTime.ts'
import { OnRampFault } from './onRampProvider.ts'

/** Faults of a provider itself, which its operator wants to know of. */
const failures: ReadonlySet<RampFault> = new Set(['unavailable', 'rate-limited'])

/**
 * Awaits one answer of a provider, and never longer than its time, whatever it does with the signal.
 * @throws OnRampFault, which is `unavailable` for anything else that the provider throws.
 */
export function askOnRamp<T>(
  ctx: AskContext,
  provider: string,
  question: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const rules = {
    provider,
    upstream: `onramp ${provider}`,
    complaint: 'an on-ramp failed',
    toFault: ({ cause, message }: { readonly cause?: unknown; readonly message?: string }) =>
      cause instanceof OnRampFault
        ? cause
        : new OnRampFault('unavailable', { cause, ...(message !== undefined && { message }) }),
    isFailure: ({ reason }: OnRampFault) => failures.has(reason),
  }
  return askInTime(ctx, rules, question)
}
