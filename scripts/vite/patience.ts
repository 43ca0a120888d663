/**
 * Before each file of tests: `vi.waitFor` and `vi.waitUntil` wait for a minute at least. No machine is too slow for a
 * test: a wait ends when its condition holds, and a shorter timeout waits no shorter.
 */
import { vi } from 'vitest'

/** Milliseconds, as `expect.poll` has them (vitest.config.ts). */
const patience = 60_000

type Options = { readonly timeout?: number; readonly interval?: number }

/** As it is, but with our patience. */
function patient<Wait extends typeof vi.waitFor | typeof vi.waitUntil>(wait: Wait): Wait {
  const waits = wait as (check: unknown, options: Options) => unknown
  return ((check: unknown, options: number | Options = {}) => {
    const { timeout = 0, ...more } = typeof options === 'number' ? { timeout: options } : options
    return waits(check, { ...more, timeout: Math.max(patience, timeout) })
  }) as Wait
}

// A worker runs several files, each after this one.
const mark = Symbol.for('latchkey.patient')
if (!Object.hasOwn(vi, mark)) {
  Object.assign(vi, { [mark]: true, waitFor: patient(vi.waitFor), waitUntil: patient(vi.waitUntil) })
}
