/** The place of one wallet, of the size of its tile. */
export function SkeletonTile() {
  return <li className="skeleton-tile" aria-hidden="true" />
}
