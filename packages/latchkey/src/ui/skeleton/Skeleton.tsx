import { useCss } from '../stage/useCss.ts'
import css from './skeleton.css'

export declare namespace Skeleton {
  interface Props {
    /** Pixels, or a percentage of the line. */
    readonly width: number | string
    /** Pixels: the final height of what will stand here. */
    readonly height: number
    readonly round?: boolean
  }
}

/** A placeholder for loading content, at its final size. */
export function Skeleton({ width, height, round }: Skeleton.Props) {
  useCss(css)
  return (
    <span
      className="skeleton"
      part="skeleton"
      aria-hidden="true"
      style={{ inlineSize: width, blockSize: height, ...(round ? { borderRadius: '50%' } : {}) }}
    />
  )
}
