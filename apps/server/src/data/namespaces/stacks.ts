import { commonNodes } from './commonNodes.ts'
import { memberOf } from './memberOf.ts'
import type { NamespaceServices } from './namespaceServices.ts'
import { readHeight } from './readHeight.ts'

const namespace = 'stacks'
const info = { method: 'GET', params: ['/v2/info'] }

/** Stacks, by the REST API of its nodes. */
export const stacks: NamespaceServices = {
  namespace,
  refuseReference: reference =>
    /^(?:0|[1-9]\d{0,9})$/.test(reference) ? undefined : 'must name a network of stacks by its chain id',
  nodes: {
    speaks: 'rest',
    identity: {
      call: info,
      isOf(result, chain) {
        const id = memberOf(result, 'network_id')
        return Number.isSafeInteger(id) ? `${namespace}:${String(id)}` === chain : undefined
      },
    },
    ping: info,
    head: { call: info, read: result => readHeight(memberOf(result, 'stacks_tip_height')) },
    // Blocks come every few seconds.
    staleBy: 50,
    ...commonNodes,
  },
}
