import { oneOf } from 'latchkey/oneof'
import type { Frame } from '../frame.ts'
import { createSmartNetworks, type ReadSmartNetworks } from './createSmartNetworks.ts'

const place = (): { read?: ReadSmartNetworks } => ({})

/** The networks that can carry smart accounts, asked once for the whole frame. */
export function smartNetworksOf(frame: Pick<Frame, 'site'>): ReadSmartNetworks {
  const { services, projectId } = frame.site
  const known = oneOf(frame, place)
  known.read ??= createSmartNetworks({
    services,
    projectId,
    fetch: (...given) => fetch(...given),
    now: () => performance.now(),
  })
  return known.read
}
