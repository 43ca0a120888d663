import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'

/** Places of collectibles that are on their way, at their final size. */
export function NftSkeletons({
  heading = false,
  lines = 1,
}: {
  readonly heading?: boolean
  readonly lines?: number
}) {
  const places = Array.from({ length: 2 * lines }, (_, at) => at)
  return (
    <div className="nfts-group" aria-hidden="true">
      {heading ? (
        <div className="nfts-heading">
          <Skeleton width="40%" height={14} />
        </div>
      ) : null}
      <ul className="nfts-grid">
        {places.map(at => (
          <li key={at} className="nft-place">
            <span className="nft-place-media skeleton" />
            <Skeleton width="60%" height={13} />
          </li>
        ))}
      </ul>
    </div>
  )
}
