import { fieldOf } from '../foreign/readForeign.ts'

type Call = (...values: unknown[]) => unknown

/**
 * Listens to a wallet's events until the returned stop is called: by `addListener`, which answers how to stop it, or by `on` and
 * `removeListener`. A wallet without an event, or one that throws, is followed by what it answers.
 */
export function followEvents(provider: object, listeners: Readonly<Record<string, Call>>): () => void {
  const take = (name: string): Call | undefined => {
    const value = fieldOf(provider, name)
    return typeof value === 'function' ? (...values) => Reflect.apply(value, provider, values) : undefined
  }
  const on = take('on') ?? take('addListener')
  const off = take('removeListener') ?? take('off')
  let isLive = true
  const undo = Object.entries(listeners).map(([event, listener]) => {
    const hear: Call = (...values) => (isLive ? listener(...values) : undefined)
    const stop = attempt(() => on?.(event, hear))
    // Some answer a function that stops it, others themselves.
    return () => (typeof stop === 'function' && stop !== provider ? stop() : off?.(event, hear))
  })
  return () => {
    isLive = false
    for (const each of undo.splice(0)) attempt(each)
  }
}

function attempt(run: () => unknown): unknown {
  try {
    return run()
  } catch {
    return undefined
  }
}
