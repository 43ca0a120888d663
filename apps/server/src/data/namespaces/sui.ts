import { suiDocuments } from 'latchkey/services'
import { commonNodes } from './commonNodes.ts'
import { memberOf } from './memberOf.ts'
import type { NamespaceServices } from './namespaceServices.ts'
import { readHeight } from './readHeight.ts'

const references: readonly string[] = ['mainnet', 'testnet', 'devnet', 'localnet']
/** The digests of the first checkpoints. Those of devnet and of local networks change with each start. */
const geneses: Readonly<Record<string, string>> = {
  'sui:mainnet': '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S',
  'sui:testnet': '69WiPg3DAQiwdxfncX6wYQ2siKwAe6L9BZthQea3JNMD',
}

/** Sui, by GraphQL: its public JSON-RPC was switched off in July 2026. */
export const sui: NamespaceServices = {
  namespace: 'sui',
  refuseReference: reference =>
    references.includes(reference) ? undefined : `must name a network of sui: ${references.join(', ')}`,
  nodes: {
    speaks: 'graphql',
    identity: {
      call: { method: 'query', params: [suiDocuments.genesis] },
      isOf(result, chain) {
        const digest = memberOf(result, 'checkpoint', 'digest')
        if (typeof digest !== 'string') return undefined
        const own = Object.entries(geneses).find(([, genesis]) => genesis === digest)?.[0]
        if (own !== undefined) return own === chain
        return Object.hasOwn(geneses, chain) ? false : undefined
      },
    },
    ping: { method: 'query', params: [suiDocuments.head] },
    head: {
      call: { method: 'query', params: [suiDocuments.head] },
      read: result => readHeight(memberOf(result, 'checkpoint', 'sequenceNumber')),
    },
    // Four checkpoints a second.
    staleBy: 240,
    ...commonNodes,
  },
}
