/** From here a swap is warned about, and from there it wants a second press (reference money §1.4). */
const warned = 0.03
const grave = 0.1

/** How a price impact is marked. */
export function impactTone(impact: number | undefined): 'plain' | 'warning' | 'danger' {
  if (impact === undefined || impact <= warned) return 'plain'
  return impact > grave ? 'danger' : 'warning'
}
