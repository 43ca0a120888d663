/**
 * Before each file of tests: `vi.waitFor` and `vi.waitUntil` have no setting for how long they wait, and the second that
 * they wait unless told is not long on a busy machine. Who gets what it waits for waits no longer.
 */
import { vi } from 'vitest'

/** Milliseconds, as `expect.poll` has them (vitest.config.ts). */
const patience = 10_000

type Options = { readonly timeout?: number; readonly interval?: number }

/** As it is, but with our patience where a call names none. */
function patient<Wait extends typeof vi.waitFor | typeof vi.waitUntil>(wait: Wait): Wait {
  const waits = wait as (check: unknown, options: Options) => unknown
  return ((check: unknown, options: number | Options = {}) =>
    waits(check, {
      timeout: patience,
      ...(typeof options === 'number' ? { timeout: options } : options),
    })) as Wait
}

// A worker runs several files, each after this one.
const mark = Symbol.for('latchkey.patient')
if (!Object.hasOwn(vi, mark)) {
  Object.assign(vi, { [mark]: true, waitFor: patient(vi.waitFor), waitUntil: patient(vi.waitUntil) })
}
