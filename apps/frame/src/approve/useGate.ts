import { type RefObject, useEffect, useState } from 'react'
import { createGate, type Gate } from './createGate.ts'

/** Where the gate looks (`createGate`). */
export interface GateParts {
  readonly glass: RefObject<HTMLElement | null>
  readonly whole: RefObject<HTMLElement | null>
  readonly foot: RefObject<HTMLElement | null>
}

/**
 * The gate of an approval, and what it waits for; none before its parts are there, and none where there is nothing to agree
 * to: Chromium discards presses in a frame that watches its cover and moved within the last half second, Close among them.
 */
export function useGate(
  { glass, whole, foot }: GateParts,
  isWanted: boolean,
): {
  readonly gate: Gate | undefined
  readonly waitsFor: Gate['waitsFor']
} {
  const [gate, setGate] = useState<Gate>()
  const [waitsFor, setWaitsFor] = useState<Gate['waitsFor']>('sight')
  useEffect(() => {
    const parts = { glass: glass.current, whole: whole.current, foot: foot.current }
    const view = parts.glass?.ownerDocument.defaultView
    if (!isWanted || !parts.glass || !parts.whole || !parts.foot || !view) return
    const made = createGate({
      glass: parts.glass,
      whole: parts.whole,
      foot: parts.foot,
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
      setGate(undefined)
      setWaitsFor('sight')
    }
  }, [glass, whole, foot, isWanted])
  return { gate, waitsFor }
}
