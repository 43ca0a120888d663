import type { ApprovalProgress } from '../provider/approval.ts'
import type { Warning } from './approvalView.ts'

/** What the nodes foresee, as a warning; also that they do not. */
export function simulationWarnings({ at, simulation }: ApprovalProgress): readonly Warning[] {
  if (simulation?.at === 'fails') {
    const why = simulation.reason === undefined ? '' : `: ${simulation.reason}`
    return [{ tone: 'danger', text: `The network says this would fail${why}` }]
  }
  if (at === 'asking' || (simulation?.at === 'works' && simulation.changes)) return []
  const text = 'We couldn’t check in advance what this changes.'
  return [{ tone: 'warning', text }]
}
