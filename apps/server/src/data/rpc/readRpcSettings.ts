import { type CaipNetworkId, isCaipNetworkId, limits, namespaceOf } from 'latchkey/contract'
import { rpcProxyMethods } from 'latchkey/services'
import { jsonObject, type ReadVariable, Wrong, wholeNumber } from '../../core/settings/readers.ts'
import { servicesOf } from '../namespaces/namespaces.ts'

export interface RpcSettings {
  /** The chains of the RPC proxy and their nodes, the preferred one first. They often hold keys: never log them. */
  readonly rpcUpstreams: ReadonlyMap<CaipNetworkId, readonly string[]>
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
    rpcTimeout: read('RPC_TIMEOUT_MS', limits.rpcTimeout, wholeNumber(100, 60_000)),
    rpcBatchLimit: read('RPC_BATCH_LIMIT', limits.rpcServerBatch, wholeNumber(1, 1_000)),
    rpcLogsRange: read('RPC_LOGS_RANGE', 10_000, wholeNumber(1, 10_000_000)),
    rpcAnswerLimit: read('RPC_ANSWER_LIMIT_BYTES', 8_388_608, wholeNumber(1_024, 268_435_456)),
  }
}

function upstreams(text: string): ReadonlyMap<CaipNetworkId, readonly string[]> {
  const rule = 'must be a JSON object from chain to URLs, such as {"eip155:1":["https://node.example"]}'
  const chains = new Map<CaipNetworkId, readonly string[]>()
  for (const [chain, urls] of Object.entries(jsonObject(text, rule))) {
    if (!isCaipNetworkId(chain) || !Object.hasOwn(rpcProxyMethods, namespaceOf(chain)))
      throw new Wrong(
        `must have chains of ${Object.keys(rpcProxyMethods).join(', ')} as keys, such as eip155:1`,
      )
    const refusal = servicesOf(chain)?.refuseReference?.(chain.slice(chain.indexOf(':') + 1))
    if (refusal !== undefined) throw new Wrong(refusal)
    if (!Array.isArray(urls) || urls.length < 1 || urls.length > 10 || !urls.every(isNodeUrl))
      throw new Wrong(`must list 1 to 10 http(s) URLs without user and password for ${chain}`)
    // One that is listed twice is one node: it has one word where several have to agree.
    chains.set(chain, [...new Set(urls)])
  }
  return chains
}

function isNodeUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const url = new URL(value)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
