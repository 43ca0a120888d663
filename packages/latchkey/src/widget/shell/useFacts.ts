import type { ChainNamespace } from '../../contract/caip.ts'
import { factsOf } from '../../engine/base/factsOf.ts'
import { useEngineState } from './useEngineState.ts'

/** The facts of a namespace, the active one's unless given. */
export function useFacts(namespace?: ChainNamespace): ReturnType<typeof factsOf> {
  const active = useEngineState(({ state }) => state.activeNamespace)
  const config = useEngineState(snapshot => snapshot.config)
  return factsOf(config, namespace ?? active)
}
