import type { Clock } from './clock.ts'

/** Resolves after `delay` ms, or at once when the signal is aborted. */
export function wait(clock: Clock, delay: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal?.aborted) return resolve()
    const done = () => {
      signal?.removeEventListener('abort', done)
      cancel()
      resolve()
    }
    const cancel = clock.setTimeout(done, delay)
    signal?.addEventListener('abort', done)
  })
}
