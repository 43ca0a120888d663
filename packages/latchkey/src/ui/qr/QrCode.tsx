import { type CSSProperties, type ReactNode, useMemo } from 'react'
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

/** Round the code clockwise, from the middle of its top. */
const outline =
  'M50 2.2H90.5A7.3 7.3 0 0 1 97.8 9.5V90.5A7.3 7.3 0 0 1 90.5 97.8H9.5A7.3 7.3 0 0 1 2.2 90.5V9.5A7.3 7.3 0 0 1 9.5 2.2Z'

/** A code to be scanned: dark on light in every theme, because not every camera reads it the other way round. */
export function QrCode({ text, label, left, children }: QrCode.Props) {
  useCss(css)
  const hasMiddle = children !== undefined && children !== null
  const shapes = useMemo(
    () => (text === undefined ? undefined : qrShapes(text, hasMiddle)),
    [text, hasMiddle],
  )
  const ring = { d: outline, pathLength: 100 }
  return (
    <div className="qr" part="qr" data-state={shapes ? 'ready' : 'empty'}>
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
