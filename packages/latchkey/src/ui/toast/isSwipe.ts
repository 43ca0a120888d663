/** SPEC §9: a toast leaves when it was moved 45 px, or faster than 0.11 px/ms. Pixels towards the edge, milliseconds. */
export function isSwipe(distance: number, elapsed: number): boolean {
  return distance >= 45 || (distance > 0 && elapsed > 0 && distance / elapsed > 0.11)
}
