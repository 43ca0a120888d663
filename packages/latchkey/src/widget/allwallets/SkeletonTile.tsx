import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'

/** The place of one wallet, of the size of its tile. */
export function SkeletonTile() {
  return (
    <li className="skeleton-tile" aria-hidden="true">
      <Skeleton width={56} height={56} />
      <Skeleton width="60%" height={12} />
    </li>
  )
}
