import type { ApprovalProgress } from '../provider/approval.ts'
import type { Warning } from './approvalView.ts'

/** What the nodes foresee, as a warning; also that they do not. */
export function simulationWarnings({ at, simulation }: ApprovalProgress): readonly Warning[] {
  if (simulation?.at === 'fails') {
    const why = simulation.reason === undefined ? '' : `: ${simulation.reason}`
    return [{ tone: 'danger', text: `The network says that it would fail${why}` }]
  }
  if (at === 'asking' || (simulation?.at === 'works' && simulation.changes)) return []
  const text = 'What it would change could not be found out beforehand.'
  return [{ tone: 'warning', text }]
}
