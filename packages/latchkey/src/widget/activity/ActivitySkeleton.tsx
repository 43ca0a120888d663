import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'

/** The place of one `ActivityRow`, of its size. */
export function ActivitySkeleton() {
  return (
    <div className="skeleton-row" aria-hidden="true">
      <Skeleton width={36} height={36} round />
      <Skeleton width="60%" height={14} />
    </div>
  )
}
