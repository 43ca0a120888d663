import { useSyncExternalStore } from 'react'
import type { Machine } from '../../engine/base/machine.ts'

/** The state of a machine. */
export function useMachine<State, Event>(machine: Machine<State, Event>): State {
  return useSyncExternalStore(machine.subscribe, machine.getState)
}
