import { useCss } from '../stage/useCss.ts'
import css from './icon.css'
import { back, chevron, disconnect, external, receive, send } from './shapes.ts'

export declare namespace Icon {
  interface Props {
    /** Path data of `icon/shapes.ts`. */
    readonly shape: string
    /** Pixels, default 20. */
    readonly size?: number
  }
}

/** Those that point along the line: in right-to-left text they point the other way. */
const turning: readonly string[] = [back, chevron, disconnect, external, receive, send]

/** A line drawing in the text's colour; decoration only, the word beside it or the control's label says what it means. */
export function Icon({ shape, size = 20 }: Icon.Props) {
  useCss(css)
  return (
    <svg
      className="icon"
      data-flip={turning.includes(shape) ? '' : undefined}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      strokeWidth={size < 20 ? 2 : 1.75}
      aria-hidden="true"
    >
      <path d={shape} />
    </svg>
  )
}
