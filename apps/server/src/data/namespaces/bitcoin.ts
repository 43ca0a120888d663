import { commonNodes } from './commonNodes.ts'
import type { NamespaceServices } from './namespaceServices.ts'
import { readHeight } from './readHeight.ts'

const namespace = 'bip122'

/** Bitcoin and its likes, by Esplora's REST API. */
export const bitcoin: NamespaceServices = {
  namespace,
  refuseReference: reference =>
    /^[0-9a-f]{32}$/.test(reference)
      ? undefined
      : "must name a network of bip122 by the first 32 characters of its genesis block's hash",
  nodes: {
    speaks: 'rest',
    identity: {
      call: { method: 'GET', params: ['/block-height/0'] },
      isOf(result, chain) {
        if (typeof result !== 'string' || !/^[0-9a-f]{64}$/.test(result)) return undefined
        return `${namespace}:${result.slice(0, 32)}` === chain
      },
    },
    ping: { method: 'GET', params: ['/blocks/tip/height'] },
    head: { call: { method: 'GET', params: ['/blocks/tip/height'] }, read: readHeight },
    staleBy: 3,
    ...commonNodes,
  },
}
