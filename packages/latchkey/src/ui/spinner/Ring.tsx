import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { check, close } from '../icon/shapes.ts'
import { shakeElement } from '../stage/shakeElement.ts'
import { tapDevice } from '../stage/tapDevice.ts'
import { useCss } from '../stage/useCss.ts'
import css from './ring.css'

export declare namespace Ring {
  interface Props {
    /** A ring runs round, closes with a tick, or stops with a cross after one shake. The words beside it say the same. */
    readonly state: 'idle' | 'running' | 'success' | 'failed'
    /** Pixels, default 88; the picture inside is best 64. */
    readonly size?: number
    /** Its state has come about just now, even where it is drawn for the first time. */
    readonly fresh?: boolean
    readonly children: ReactNode
  }
}

/** A picture with a ring round it that shows how an approval goes. */
export function Ring({ state, size = 88, fresh, children }: Ring.Props) {
  useCss(css)
  const element = useRef<HTMLDivElement>(null)
  const before = useRef<string>(fresh ? 'idle' : state)
  useEffect(() => {
    // Only when it turns, not when a view that failed or worked is shown again.
    if (element.current && state !== before.current) {
      if (state === 'failed') shakeElement(element.current)
      if (state === 'success') tapDevice(element.current)
    }
    before.current = state
  }, [state])
  const round = { cx: 50, cy: 50, r: 48, pathLength: 100, vectorEffect: 'non-scaling-stroke' as const }
  return (
    <div
      ref={element}
      className="ring"
      part="ring"
      data-state={state}
      aria-hidden="true"
      style={{ '--ring-size': `${size}px` } as React.CSSProperties}
    >
      <svg className="ring-track" viewBox="0 0 100 100" focusable="false" aria-hidden="true">
        <circle {...round} />
        <circle {...round} className="ring-run" />
      </svg>
      {children}
      {state === 'success' || state === 'failed' ? (
        <span className="ring-mark" key={state}>
          <Icon shape={state === 'success' ? check : close} size={16} />
        </span>
      ) : null}
    </div>
  )
}
