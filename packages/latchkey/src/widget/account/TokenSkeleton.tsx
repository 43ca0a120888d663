import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'

/** The place of one `TokenRow`, of its size: a circle, two lines, a figure. */
export function TokenSkeleton() {
  return (
    <li className="token-skeleton" aria-hidden="true">
      <Skeleton width={36} height={36} round />
      <span className="token-skeleton-words">
        <Skeleton width="55%" height={14} />
        <Skeleton width="35%" height={12} />
      </span>
      <Skeleton width={64} height={14} />
    </li>
  )
}
