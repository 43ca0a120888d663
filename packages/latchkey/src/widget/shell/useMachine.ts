import type { Machine } from '../../engine/base/machine.ts'
import { useUnlessLeaving } from './useUnlessLeaving.ts'

/** The state of a machine, for the view that draws it. */
export function useMachine<State>(machine: Pick<Machine<State, never>, 'getState' | 'subscribe'>): State {
  return useUnlessLeaving(machine.subscribe, machine.getState)
}
