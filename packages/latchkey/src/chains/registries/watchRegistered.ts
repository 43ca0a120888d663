/** Listens to a wallet of bitcoin and stacks. */
import { fieldOf } from '../foreign/readForeign.ts'

/**
 * Listens by `listen(event, listener)`, as SIP-030 has it, and by `addListener(event, listener)`, as Xverse has it: both answer what ends
 * it. Returns a function that stops all; a wallet that fails while it is listened to is no error.
 */
export function watchRegistered(
  provider: object,
  listeners: Readonly<Record<string, (payload: unknown) => void>>,
): () => void {
  let live = true
  const stops = ['listen', 'addListener'].flatMap(name => {
    const add = fieldOf(provider, name)
    if (typeof add !== 'function') return []
    return Object.entries(listeners).flatMap(([event, listener]) => {
      const heard = (payload: unknown): void => {
        if (live) listener(payload)
      }
      try {
        const stop: unknown = Reflect.apply(add, provider, [event, heard])
        return typeof stop === 'function' ? [stop] : []
      } catch {
        return []
      }
    })
  })
  return () => {
    live = false
    for (const stop of stops) {
      try {
        Reflect.apply(stop, undefined, [])
      } catch {}
    }
  }
}
