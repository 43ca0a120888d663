import type { CaipNetworkId } from 'latchkey/contract'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'

/** Under which a chain is asked for; nothing is ever sent to this name. */
const base = 'https://nodes.invalid/'

/** The own nodes of one chain as what checks signatures takes them: a URL, and the fetch that answers it alone (T30). */
export function askOwnNodes(
  proxy: Pick<RpcProxy, 'call' | 'serves'>,
  chain: CaipNetworkId,
): { readonly rpc: Readonly<Record<CaipNetworkId, string>>; readonly fetch: typeof fetch } {
  const url = base + encodeURIComponent(chain)
  return {
    rpc: proxy.serves(chain) ? { [chain]: url } : {},
    async fetch(input, init) {
      if (input !== url || typeof init?.body !== 'string') throw new TypeError('Not a question for our nodes')
      init.signal?.throwIfAborted()
      const { id, method, params } = JSON.parse(init.body)
      const [outcome] = await Promise.race([proxy.call(chain, [{ method, params }]), aborted(init.signal)])
      const answer =
        outcome === undefined
          ? { error: { code: -32_603, message: 'No node answered' } }
          : 'result' in outcome
            ? { result: outcome.result }
            : { error: outcome.error }
      return Response.json({ jsonrpc: '2.0', id, ...answer })
    },
  }
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
