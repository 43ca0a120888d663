import type { Features } from '../../../contract/options.ts'
import type { EngineContext } from '../../context.ts'

/** The flags that hold: the host's own under the remote ones (DECISIONS C3). */
export function featuresOf({ config, remote }: Pick<EngineContext, 'config' | 'remote'>): Features {
  return { ...config.features, ...remote.getState() }
}
