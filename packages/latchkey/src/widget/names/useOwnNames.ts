import type { AccountNames } from '../../engine/nouns/names/ownNames.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useResource } from '../shell/useResource.ts'
import { useUnlessLeaving } from '../shell/useUnlessLeaving.ts'
import { useWidget } from '../shell/useWidget.ts'

const never = () => () => undefined

/** The active account's names, refreshed while they are shown; undefined while nothing is known. */
export function useOwnNames(): {
  readonly own: AccountNames | undefined
  /** The part that asks did not come. */
  readonly unreachable: boolean
  readonly retry: () => void
} {
  const { engine } = useWidget()
  const account = useEngineState(({ state }) => state.accounts[state.activeNamespace]?.caipAddress)
  const { part, retry } = useResource(engine.names)
  const names = typeof part === 'object' ? part : undefined
  const own = useUnlessLeaving(names?.machine.subscribe ?? never, () =>
    account === undefined ? undefined : names?.machine.getState()[account],
  )
  return {
    own,
    unreachable: part === 'failed',
    retry: () => {
      if (names) void names.refresh({ force: true })
      else retry()
    },
  }
}
