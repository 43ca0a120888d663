import { createError } from '../../contract/errors/createError.ts'

/** Milliseconds that a silent request may take: some wallets show a dialog all the same. */
const longestSilence = 10_000

/** What the wallet answers, unless the visitor leaves first. @throws LatchkeyError MODAL_CLOSED, CONNECT_FAILED (no answer in time). */
export function orLeft<T>(call: () => Promise<T>, signal: AbortSignal, isTimed = false): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(createError('MODAL_CLOSED'))
    if (signal.aborted) return leave()
    const answered = new AbortController()
    signal.addEventListener('abort', leave, { signal: answered.signal })
    if (isTimed)
      AbortSignal.timeout(longestSilence).addEventListener(
        'abort',
        () => reject(createError('CONNECT_FAILED', { context: { reason: 'silent' } })),
        { signal: answered.signal },
      )
    // An async function turns a throw, a hostile thenable and a second answer into one promise.
    const asked = (async () => call())()
    asked.then(resolve, reject).finally(() => answered.abort())
  })
}
