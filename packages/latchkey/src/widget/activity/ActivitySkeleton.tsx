import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'

/** The place of one `ActivityRow`, of its size: a circle, two lines, a figure. */
export function ActivitySkeleton() {
  return (
    <div className="activity-skeleton" aria-hidden="true">
      <Skeleton width={36} height={36} round />
      <span className="activity-skeleton-words">
        <Skeleton width="50%" height={14} />
        <Skeleton width="75%" height={12} />
      </span>
      <Skeleton width={72} height={14} />
    </div>
  )
}
