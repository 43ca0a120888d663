/** Listens to a wallet of bitcoin and stacks. */
import { fieldOf } from '../foreign/readForeign.ts'

type ArgsOf = (event: string, listener: (payload: unknown) => void) => readonly unknown[]

const forms: readonly (readonly [method: string, argsOf: ArgsOf])[] = [
  ['listen', (event, listener) => [event, listener]],
  ['addListener', (eventName, cb) => [{ eventName, cb }]],
  ['addListener', (event, listener) => [event, listener]],
]

/**
 * Listens by `listen(event, listener)`, as SIP-030 has it; by `addListener({ eventName, cb })`, as Xverse has it; and by
 * `addListener(event, listener)`, as older wallets have it. Each answers what ends it. A form that a wallet does not know does nothing, and a
 * change that is heard twice is one. Returns a function that stops all; a wallet that fails while it is listened to is no error.
 */
export function watchRegistered(
  provider: object,
  listeners: Readonly<Record<string, (payload: unknown) => void>>,
): () => void {
  let live = true
  const stops = forms.flatMap(([name, argsOf]) => {
    const add = fieldOf(provider, name)
    if (typeof add !== 'function') return []
    return Object.entries(listeners).flatMap(([event, listener]) => {
      const heard = (payload: unknown): void => {
        if (live) listener(payload)
      }
      try {
        const stop: unknown = Reflect.apply(add, provider, argsOf(event, heard))
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
