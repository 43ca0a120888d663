import type { Features } from '../../../contract/options.ts'
import { withinRegion } from '../../base/withinRegion.ts'
import type { EngineContext } from '../../context.ts'

/** The flags that hold: the host's own under the remote ones (DECISIONS C3), within what the visitor's region allows. */
export function featuresOf({ config, remote }: Pick<EngineContext, 'config' | 'remote'>): Features {
  return withinRegion(config, { ...config.features, ...remote.getState() })
}
