import { commonNodes } from './commonNodes.ts'
import { memberOf } from './memberOf.ts'
import type { NamespaceServices } from './namespaceServices.ts'

const namespace = 'polkadot'

/** Polkadot and the chains of its SDK, by the JSON-RPC of their nodes. */
export const polkadot: NamespaceServices = {
  namespace,
  refuseReference: reference =>
    /^[0-9a-f]{32}$/.test(reference)
      ? undefined
      : 'must name a chain of polkadot by the first 32 characters of its genesis hash',
  nodes: {
    identity: {
      call: { method: 'chain_getBlockHash', params: [0] },
      isOf(result, chain) {
        if (typeof result !== 'string' || !/^0x[0-9a-f]{64}$/.test(result)) return undefined
        return `${namespace}:${result.slice(2, 34)}` === chain
      },
    },
    ping: { method: 'system_health' },
    head: {
      call: { method: 'chain_getHeader' },
      read(result) {
        const number = memberOf(result, 'number')
        return typeof number === 'string' && /^0x[0-9a-f]{1,13}$/.test(number) ? Number(number) : undefined
      },
    },
    staleBy: 20,
    ...commonNodes,
  },
}
