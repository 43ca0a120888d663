import { createStore } from 'zustand/vanilla'

/** A read-only store whose only way to change is a named event (DESIGN, "The widget at run time"). */
export interface Machine<State, Event> {
  getState(): State
  subscribe(listener: (state: State, previous: State) => void): () => void
  dispatch(event: Event): void
}

/** Binds a pure transition to a store. A transition that returns the same object notifies no subscriber. */
export function createMachine<State, Event>(
  initial: State,
  transition: (state: State, event: Event) => State,
): Machine<State, Event> {
  const store = createStore<State>(() => initial)
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    dispatch: event => store.setState(transition(store.getState(), event), true),
  }
}
