import { useCss } from '../stage/useCss.ts'
import css from './mark.css'
import type { MarkShape } from './marks.ts'

export declare namespace Mark {
  interface Props {
    /** Of `icon/marks.ts`. */
    readonly shape: MarkShape
    /** Pixels, default 20. */
    readonly size?: number
  }
}

/** A company's own mark, in the colours its owner prescribes; the word beside it or the control's label says whose it is. */
export function Mark({ shape, size = 20 }: Mark.Props) {
  useCss(css)
  return (
    <svg className="mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {shape.map(([path, colour]) => (
        <path
          key={path}
          d={path}
          className={colour === undefined ? 'mark-plain' : undefined}
          fill={colour ?? 'currentColor'}
        />
      ))}
    </svg>
  )
}
