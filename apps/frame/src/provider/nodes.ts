import { type CaipNetworkId, limits, type RpcRequest } from 'latchkey/contract'
import { formatRouteUrl, postRpc, type RpcFault, readRpcAnswer, rpcProxyEffects } from 'latchkey/services'

/** What a node, or the services before it, said against a call. */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'
  readonly code: number
  readonly data: unknown

  constructor(fault: RpcFault) {
    super(fault.message.slice(0, 1_000))
    this.code = fault.code
    this.data = fault.data
  }
}

/** No answer came that makes sense: whether a call had an effect is not known. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Characters of an answer that are read. */
const longestAnswer = 4_000_000

/** Asks the nodes of a network by way of the services, which know them; what has no effect is asked again when no answer came. */
export function createNodes(deps: {
  /** Base URL of the services. */
  readonly services: string
  readonly projectId: string
  readonly fetch: typeof fetch
  readonly wait: (milliseconds: number) => Promise<void>
}): (network: CaipNetworkId) => RpcRequest {
  const { services, projectId, wait } = deps
  const base = services.replace(/\/+$/, '')
  return chainId => {
    const url = formatRouteUrl(base, postRpc, { query: { projectId, chainId } } as never)

    async function once(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
      const late = AbortSignal.timeout(limits.rpcTimeout)
      const response = await deps.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: signal ? AbortSignal.any([late, signal]) : late,
      })
      const text = await response.text()
      if (text.length > longestAnswer) throw new NoAnswer('too long')
      const read = readRpcAnswer(JSON.parse(text))
      if (!read) throw new NoAnswer(`HTTP ${response.status}`)
      if ('error' in read) throw new NodeFault(read.error)
      return read.result
    }

    return async (method, params, signal) => {
      const retries = rpcProxyEffects.includes(method) ? 0 : limits.rpcRetries
      for (let turn = 0; ; turn++) {
        try {
          return await once(method, params, signal)
        } catch (cause) {
          if (cause instanceof NodeFault) throw cause
          if (turn >= retries || signal?.aborted) throw new NoAnswer(method, { cause })
          await wait(limits.rpcRetryDelay * 2 ** turn)
        }
      }
    }
  }
}
