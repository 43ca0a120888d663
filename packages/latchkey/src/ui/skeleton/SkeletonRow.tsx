import { useCss } from '../stage/useCss.ts'
import { Skeleton } from './Skeleton.tsx'
import css from './skeleton.css'

/** The place of one `Row`, of the same height. The list it stands in should be `aria-busy`. */
export function SkeletonRow() {
  useCss(css)
  return (
    <li className="skeleton-row" aria-hidden="true">
      <Skeleton width={36} height={36} />
      <Skeleton width="45%" height={14} />
    </li>
  )
}
