import { createHash } from 'node:crypto'
import { commonNodes } from './commonNodes.ts'
import { memberOf } from './memberOf.ts'
import type { NamespaceServices } from './namespaceServices.ts'
import { readHeight } from './readHeight.ts'

const namespace = 'cosmos'
const status = { method: 'GET', params: ['/cosmos/base/node/v1beta1/status'] }

/** Chains of the Cosmos SDK, by its REST API (LCD). */
export const cosmos: NamespaceServices = {
  namespace,
  nodes: {
    speaks: 'rest',
    identity: {
      call: { method: 'GET', params: ['/cosmos/base/tendermint/v1beta1/node_info'] },
      isOf(result, chain) {
        const id = memberOf(result, 'default_node_info', 'network')
        return typeof id === 'string' && id !== '' ? `${namespace}:${referenceOf(id)}` === chain : undefined
      },
    },
    ping: status,
    // Nodes of before SDK 0.50 have no such route: of these the height is unknown.
    head: { call: status, read: result => readHeight(memberOf(result, 'height')) },
    staleBy: 20,
    ...commonNodes,
  },
}

/** CAIP-2 writes an id as it is, where it has the form of a reference, else by its hash. */
function referenceOf(id: string): string {
  if (/^[-a-zA-Z0-9]{1,32}$/.test(id) && !id.startsWith('hashed-')) return id
  return `hashed-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`
}
