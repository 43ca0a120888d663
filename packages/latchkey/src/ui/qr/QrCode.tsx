import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { useCss } from '../stage/useCss.ts'
import css from './qr.css'
import { qrShapes } from './qrShapes.ts'

/** A QR code: dark on light in every theme, because not every camera reads it inverted. */
export declare namespace QrCode {
  interface Props {
    /** What it says; absent while that is not known yet: the same place, empty. */
    readonly text: string | undefined
    /** What it is for, to those who do not see it. */
    readonly label: string
    /** Part of its time that is left, from 1 to 0: a thin ring round the code. */
    readonly left?: number | undefined
    /** In the middle: a picture of 56 px. */
    readonly children?: ReactNode
  }
}

/** A code to be scanned: dark on light in every theme, because not every camera reads it the other way round. */
export function QrCode({ text, label, left, children }: QrCode.Props) {
  useCss(css)
  const hasMiddle = children !== undefined && children !== null
  const shapes = useMemo(
    () => (text === undefined ? undefined : qrShapes(text, hasMiddle)),
    [text, hasMiddle],
  )
  const ring = { x: 1.5, y: 1.5, width: 97, height: 97, rx: 7.5, pathLength: 100 }
  return (
    <div className="qr" part="qr" data-state={shapes ? 'ready' : 'empty'}>
      <svg className="qr-ring" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
        <rect {...ring} />
        {left === undefined ? null : (
          <rect
            {...ring}
            className="qr-left"
            style={{ strokeDashoffset: Math.round(1_000 * (1 - left)) / 10 } as CSSProperties}
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
    </div>
  )
}
