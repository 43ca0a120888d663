import type { ChainNamespace } from '../../../contract/caip.ts'
import type { EngineContext } from '../../context.ts'

/**
 * Says that a login is under way, or no longer is: of the namespace that was active when it began, whichever is by its end,
 * and whichever it turns out to be for.
 */
export function createUnderWay({ connections }: EngineContext): (isUnderWay: boolean) => void {
  let namespace: ChainNamespace | undefined
  return isUnderWay => {
    if (namespace !== undefined) connections.dispatch({ type: 'connectEnded', namespace })
    namespace = isUnderWay ? connections.getState().activeNamespace : undefined
    if (namespace !== undefined) connections.dispatch({ type: 'connecting', namespace })
  }
}
