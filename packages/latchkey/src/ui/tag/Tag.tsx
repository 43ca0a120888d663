import type { ReactNode } from 'react'
import { useCss } from '../stage/useCss.ts'
import css from './tag.css'

export declare namespace Tag {
  interface Props {
    /** Default 'plain'. The word itself must say it; the hue only helps. */
    readonly tone?: 'plain' | 'success' | 'warning' | 'danger'
    readonly children: ReactNode
  }
}

/** One or two words about the thing beside it: "installed", "recent". */
export function Tag({ tone = 'plain', children }: Tag.Props) {
  useCss(css)
  return (
    <span className="tag" part="tag" data-tone={tone}>
      {children}
    </span>
  )
}
