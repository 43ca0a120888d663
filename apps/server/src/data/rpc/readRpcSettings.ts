import { type CaipNetworkId, limits, namespaceOf } from 'latchkey/contract'
import { rpcProxyMethods } from 'latchkey/services'
import { type ReadVariable, wholeNumber } from '../../core/settings/readers.ts'
import { servicesOf } from '../namespaces/namespaces.ts'
import { networkUrls } from './networkUrls.ts'

export interface RpcSettings {
  /** The chains of the RPC proxy and their nodes, the preferred one first. They often hold keys: never log them. */
  readonly rpcUpstreams: ReadonlyMap<CaipNetworkId, readonly string[]>
  /** The networks on which operations of smart accounts are carried, and their bundlers. Never log them either. */
  readonly bundlerUrls: ReadonlyMap<CaipNetworkId, readonly string[]>
  /** Milliseconds for one proxied request, retries and all. */
  readonly rpcTimeout: number
  readonly rpcBatchLimit: number
  /** Blocks of one proxied `eth_getLogs`. */
  readonly rpcLogsRange: number
  /** Bytes of a node's answer. */
  readonly rpcAnswerLimit: number
}

export function readRpcSettings(read: ReadVariable): RpcSettings {
  return {
    rpcUpstreams: read<RpcSettings['rpcUpstreams']>('RPC_UPSTREAMS', new Map(), upstreams),
    bundlerUrls: read<RpcSettings['bundlerUrls']>('BUNDLER_URLS', new Map(), bundlers),
    rpcTimeout: read('RPC_TIMEOUT_MS', limits.rpcTimeout, wholeNumber(100, 60_000)),
    rpcBatchLimit: read('RPC_BATCH_LIMIT', limits.rpcServerBatch, wholeNumber(1, 1_000)),
    rpcLogsRange: read('RPC_LOGS_RANGE', 10_000, wholeNumber(1, 10_000_000)),
    rpcAnswerLimit: read('RPC_ANSWER_LIMIT_BYTES', 8_388_608, wholeNumber(1_024, 268_435_456)),
  }
}

const upstreams = networkUrls({
  serves: chain => Object.hasOwn(rpcProxyMethods, namespaceOf(chain)),
  keys: `must have chains of ${Object.keys(rpcProxyMethods).join(', ')} as keys, such as eip155:1`,
})

const bundlers = networkUrls({
  serves: chain => servicesOf(chain)?.bundlers !== undefined,
  keys: 'must have networks with smart accounts as keys, such as eip155:1',
})
