import { type RefObject, useEffect, useState } from 'react'
import { createGate, type Gate } from './createGate.ts'

/** The gate of an approval, and what it waits for; none before the glass is there. */
export function useGate(glass: RefObject<HTMLElement | null>): {
  readonly gate: Gate | undefined
  readonly waitsFor: Gate['waitsFor']
} {
  const [gate, setGate] = useState<Gate>()
  const [waitsFor, setWaitsFor] = useState<Gate['waitsFor']>('sight')
  useEffect(() => {
    const element = glass.current
    const view = element?.ownerDocument.defaultView
    if (!element || !view) return
    const made = createGate({
      glass: element,
      view,
      after(milliseconds, run) {
        const timer = view.setTimeout(run, milliseconds)
        return () => view.clearTimeout(timer)
      },
    })
    const stop = made.watch(() => setWaitsFor(made.waitsFor))
    setGate(made)
    return () => {
      stop()
      made.stop()
    }
  }, [glass])
  return { gate, waitsFor }
}
