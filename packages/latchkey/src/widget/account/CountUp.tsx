import { useLayoutEffect, useRef } from 'react'
import { oneOf } from '../../engine/base/oneOf.ts'
import { prefersReducedMotion } from '../../ui/stage/prefersReducedMotion.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'

export declare namespace CountUp {
  interface Props {
    /** Whose figure it is: it counts once for each while the page is open. */
    readonly of: string
    /** Undefined while it is not known. */
    readonly value: number | undefined
    readonly write: (value: number) => string
    /** The figure as it is written in the end. */
    readonly children: string
  }
}

const duration = 600
/** Above it the digits of a number are no longer its own. */
const largest = 1e15

/** Whose figures have counted. */
const createCounted = () => new Set<string>()

/** A figure that counts up the first time it is known. Its text is the end value throughout; what counts is only seen. */
export function CountUp({ of, value, write, children }: CountUp.Props) {
  const counted = oneOf(useWidget(), createCounted)
  const open = useEngineState(({ modal }) => modal.open)
  const element = useRef<HTMLElement>(null)
  const written = useRef(write)
  written.current = write
  const isKnown = value !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later value does not count anew
  useLayoutEffect(() => {
    const figure = element.current
    if (!figure || !open || value === undefined || counted.has(of)) return
    counted.add(of)
    if (value <= 0 || value > largest || prefersReducedMotion(figure)) return
    // Something that a browser can finish; it moves nothing.
    const count = figure.animate([{}, {}], { duration, easing: 'cubic-bezier(.2,.8,.2,1)' })
    let frame = 0
    const step = () => {
      const progress = count.effect?.getComputedTiming().progress ?? 1
      figure.dataset.counting = written.current(value * progress)
      frame = requestAnimationFrame(step)
    }
    const end = () => {
      cancelAnimationFrame(frame)
      delete figure.dataset.counting
    }
    step()
    count.finished.then(end, end)
    return () => count.cancel()
  }, [counted, of, open, isKnown])
  return (
    <bdi className="count-up" ref={element}>
      {children}
    </bdi>
  )
}
