import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useCss } from '../stage/useCss.ts'
import css from './qr.css'
import { qrShapes } from './qrShapes.ts'

/** A QR code: dark on light in every theme, because not every camera reads it inverted. */
export declare namespace QrCode {
  interface TimeLeft {
    /** From 1 to 0. */
    readonly part: number
    /** Minutes and seconds. */
    readonly text: string
  }

  interface Props {
    /** What it says; absent while that is not known yet: the same place, empty. */
    readonly text: string | undefined
    /** What it is for, to those who do not see it. */
    readonly label: string
    /** The time that is left of it: a ring round the code that runs out clockwise from the top, and the time as text. */
    readonly left?: QrCode.TimeLeft | undefined
    /** In the middle: a picture of 56 px. */
    readonly children?: ReactNode
  }
}

/** Round the code clockwise, from the middle of its top; `r`: the radius of its corners, in hundredths of its side. */
const outline = (r: number) => {
  const [near, far] = [2.2 + r, 97.8 - r]
  const to = `A${r} ${r} 0 0 1 `
  return `M50 2.2H${far}${to}97.8 ${near}V${far}${to}${far} 97.8H${near}${to}2.2 ${far}V${near}${to}${near} 2.2Z`
}

/** The ring's corners go with those of the plate, which are the theme's. */
function useCornerRadius(plate: RefObject<HTMLElement | null>): number {
  const [radius, setRadius] = useState(7.3)
  // With each drawing, because a host changes its theme while the code is there.
  useLayoutEffect(() => {
    const of = plate.current && getComputedStyle(plate.current).getPropertyValue('--lk-radius-master')
    const master = Number.parseFloat(of ?? '')
    if (Number.isFinite(master)) setRadius(Math.min(7.8, 1.825 * master))
  })
  return radius
}

/** A code to be scanned: dark on light in every theme, because not every camera reads it the other way round. */
export function QrCode({ text, label, left, children }: QrCode.Props) {
  useCss(css)
  const hasMiddle = children !== undefined && children !== null
  const shapes = useMemo(
    () => (text === undefined ? undefined : qrShapes(text, hasMiddle)),
    [text, hasMiddle],
  )
  const plate = useRef<HTMLDivElement>(null)
  const ring = { d: outline(useCornerRadius(plate)), pathLength: 100 }
  return (
    <div ref={plate} className="qr" part="qr" data-state={shapes ? 'ready' : 'empty'}>
      <svg className="qr-ring" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
        <path {...ring} />
        {left === undefined ? null : (
          <path
            {...ring}
            className="qr-left"
            style={{ strokeDashoffset: Math.round(1_000 * (left.part - 1)) / 10 } as CSSProperties}
          />
        )}
      </svg>
      {shapes ? (
        <svg
          className="qr-code"
          viewBox={`0 0 ${shapes.size} ${shapes.size}`}
          role="img"
          aria-label={label}
          focusable="false"
        >
          <path className="qr-lines" d={shapes.lines} />
          {shapes.finders.map(([x, y]) => (
            <g key={`${x} ${y}`}>
              <rect className="qr-frame" x={x + 0.5} y={y + 0.5} width={6} height={6} rx={1.75} />
              <rect className="qr-eye" x={x + 2} y={y + 2} width={3} height={3} rx={1} />
            </g>
          ))}
        </svg>
      ) : (
        <div className="qr-code" />
      )}
      {hasMiddle ? <span className="qr-middle">{children}</span> : null}
      {left ? (
        <span className="qr-time" aria-hidden="true">
          {left.text}
        </span>
      ) : null}
    </div>
  )
}
