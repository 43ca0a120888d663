import type { CaipNetworkId, RpcRequest } from 'latchkey/contract'
import type { Frame } from '../frame.ts'
import { createNodes } from './nodes.ts'

/** The nodes of each network, asked by way of the services of the frame's page. */
export function nodesOf({ site }: Pick<Frame, 'site'>): (network: CaipNetworkId) => RpcRequest {
  return createNodes({
    services: site.services,
    projectId: site.projectId,
    fetch: (...given) => fetch(...given),
    wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
  })
}
