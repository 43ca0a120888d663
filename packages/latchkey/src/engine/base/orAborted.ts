import { createError } from '../../contract/errors/createError.ts'

/** The promise, or MODAL_CLOSED as soon as the signal aborts; a late answer is dropped (F48). */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(createError('MODAL_CLOSED'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
