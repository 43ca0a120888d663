import { isLatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'

/**
 * The promise, or a rejection as soon as the signal aborts: its reason where that is an error of ours, else MODAL_CLOSED. A
 * late answer is dropped (F48).
 */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(isLatchkeyError(signal.reason) ? signal.reason : createError('MODAL_CLOSED'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
