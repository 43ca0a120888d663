import type { Machine } from './machine.ts'

export type Readable<State> = Pick<Machine<State, never>, 'getState' | 'subscribe'>

/** A state made of others: the same object until one of them changes. Listeners hear of its changes alone. */
export function deriveMachine<Sources extends readonly Readable<unknown>[], State>(
  sources: Sources,
  compose: () => State,
): Readable<State> {
  let seen: readonly unknown[] | undefined
  let state: State
  function getState(): State {
    const now = sources.map(source => source.getState())
    if (!seen || now.some((each, at) => each !== seen?.[at])) {
      seen = now
      state = compose()
    }
    return state
  }
  return {
    getState,
    subscribe(listener) {
      let before = getState()
      const changed = () => {
        const now = getState()
        if (now === before) return
        const last = before
        before = now
        listener(now, last)
      }
      const stops = sources.map(source => source.subscribe(changed))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
