import type { ReactNode } from 'react'
import { useCss } from '../../ui/stage/useCss.ts'
import css from './preview.css'

export declare namespace ReviewFact {
  interface Props {
    readonly label: string
    /** It stands below its label. */
    readonly isLong?: boolean
    readonly children: ReactNode
  }
}

/** One line of the review, inside its list. */
export function ReviewFact({ label, isLong, children }: ReviewFact.Props) {
  useCss(css)
  return (
    <div className="review-fact" data-long={isLong ? '' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
