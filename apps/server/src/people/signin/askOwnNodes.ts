import type { CaipNetworkId } from 'latchkey/contract'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'

/** Under which a chain is asked for; nothing is ever sent to this name. */
const base = 'https://nodes.invalid/'

/**
 * The own nodes of one chain as what checks signatures takes them: URLs, and the fetch that answers these alone (T30). One
 * URL stands for whichever node answers; where several have to agree, each has its own.
 */
export function askOwnNodes(
  proxy: Pick<RpcProxy, 'call' | 'callNode' | 'count' | 'serves'>,
  chain: CaipNetworkId,
  quorum = 1,
): {
  readonly rpc: Readonly<Record<CaipNetworkId, readonly string[]>>
  readonly quorum: number
  readonly fetch: typeof fetch
} {
  const name = base + encodeURIComponent(chain)
  const urls =
    quorum > 1 ? Array.from({ length: proxy.count(chain) }, (_, place) => `${name}/${place}`) : [name]
  return {
    rpc: proxy.serves(chain) ? { [chain]: urls } : {},
    quorum,
    async fetch(input, init) {
      const place = urls.indexOf(String(input))
      if (place < 0 || typeof init?.body !== 'string') throw new TypeError('Not a question for our nodes')
      init.signal?.throwIfAborted()
      const question = JSON.parse(init.body)
      // A GraphQL document stands where other nodes have a method.
      const isDocument = typeof question.query === 'string'
      const call = isDocument
        ? { method: 'query', params: [question.query, question.variables] }
        : { method: question.method, params: question.params }
      const asked =
        quorum > 1
          ? proxy.callNode(chain, place, call)
          : proxy.call(chain, [call]).then(([outcome]) => outcome)
      const outcome = await Promise.race([asked, aborted(init.signal)])
      const answer = outcome ?? { error: { code: -32_603, message: 'No node answered' } }
      if (isDocument)
        return Response.json('result' in answer ? { data: answer.result } : { errors: [answer.error] })
      const { id } = question
      return Response.json(
        'result' in answer
          ? { jsonrpc: '2.0', id, result: answer.result }
          : { jsonrpc: '2.0', id, error: answer.error },
      )
    },
  }
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
