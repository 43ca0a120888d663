import type { ComponentType } from 'react'
import type { ViewName } from '../../contract/views.ts'
import type { ViewDefinition, ViewProps } from './defineView.ts'
import type { Entry } from './modalTransition.ts'

export type LoadedView =
  | { readonly at: 'loading' }
  | { readonly at: 'failed' }
  | { readonly at: 'ready'; readonly component: ComponentType<ViewProps<ViewName>> }

/** A step that the visitor has not taken yet. */
export interface StepAhead extends Entry {
  /** Key of the step that it is likely to follow. */
  readonly from: number
}

export interface ViewLoader {
  definition(view: ViewName): ViewDefinition | undefined
  /** Where a view's chunk stands; asks for nothing. */
  state(view: ViewName): LoadedView
  /** Fetches a view's chunk once; a failed one is fetched again at the next call. Never rejects. */
  load(view: ViewName): Promise<void>
  /** The step that is likely to be next: drawn out of sight, so that going there only shows it. */
  ahead(): StepAhead | undefined
  drawAhead(step: StepAhead | undefined): void
  subscribe(listener: () => void): () => void
}

const loading: LoadedView = { at: 'loading' }
const failed: LoadedView = { at: 'failed' }

/** Keeps which views exist and which of them are here; `here` came with the shell itself. */
export function createViewLoader(
  definitions: readonly ViewDefinition[],
  here: { readonly [Name in ViewName]?: ComponentType<ViewProps<Name>> } = {},
): ViewLoader {
  const known = new Map(definitions.map(definition => [definition.name, definition]))
  const states = new Map<ViewName, LoadedView>()
  for (const [view, component] of Object.entries(here)) {
    states.set(view as ViewName, { at: 'ready', component: component as ComponentType<ViewProps<ViewName>> })
  }
  const loads = new Map<ViewName, Promise<void>>()
  const listeners = new Set<() => void>()
  let ahead: StepAhead | undefined

  function set(view: ViewName, state: LoadedView) {
    states.set(view, state)
    notify()
  }

  function notify() {
    for (const listener of [...listeners]) listener()
  }

  return {
    definition: view => known.get(view),
    state: view => states.get(view) ?? loading,
    load(view) {
      const running = loads.get(view)
      const definition = known.get(view)
      if (running || !definition || states.get(view)?.at === 'ready') return running ?? Promise.resolve()
      if (states.get(view) === failed) set(view, loading)
      const load = definition.load().then(
        component => set(view, { at: 'ready', component }),
        () => {
          loads.delete(view)
          set(view, failed)
        },
      )
      loads.set(view, load)
      return load
    },
    ahead: () => ahead,
    drawAhead(step) {
      ahead = step
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
