import { setTimeout as wait } from 'node:timers/promises'
import type { Term } from './shared.ts'

/** Does the work of whichever process leads, again `pause` milliseconds after it was done, until the lead is over. */
export async function repeat(term: Term, pause: number, work: () => Promise<unknown>): Promise<void> {
  while (!term.signal.aborted) {
    await work()
    await wait(pause, undefined, { signal: term.signal, ref: false }).catch(() => {})
  }
}
