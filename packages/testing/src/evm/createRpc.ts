import { providerError } from './providerError.ts'

/** Posts a JSON text to a node and returns the text of its answer. */
export type PostRpc = (url: string, body: string) => Promise<string>

/** A chain as far as its node is concerned. */
export interface CalledChain {
  readonly id: number | string
  readonly rpcUrl?: string
}

/** Calls one method of a chain's node. Throws the node's error, or 4901 when the node cannot be reached. */
export type CallChain = (chain: CalledChain, method: string, params?: readonly unknown[]) => Promise<unknown>

const timeout = 30_000

/** Makes the wallet's line to its nodes. */
export function createRpc(post: PostRpc = postByFetch): CallChain {
  let lastId = 0
  return async (chain, method, params = []) => {
    if (chain.rpcUrl === undefined) throw providerError(4901)
    lastId += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })
    let answer: unknown
    try {
      answer = JSON.parse(await post(chain.rpcUrl, body))
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw providerError(4901, undefined, { chainId: chain.id, reason })
    }
    return readAnswer(answer)
  }
}

function readAnswer(answer: unknown): unknown {
  if (typeof answer === 'object' && answer !== null) {
    if ('error' in answer && typeof answer.error === 'object' && answer.error !== null) {
      const { code, message, data } = answer.error as { code?: unknown; message?: unknown; data?: unknown }
      throw providerError(
        typeof code === 'number' ? code : -32603,
        typeof message === 'string' ? message : undefined,
        data,
      )
    }
    if ('result' in answer) return answer.result
  }
  throw providerError(-32603, 'The node answered with something that is not JSON-RPC.')
}

/** Posts with the page's own `fetch`. */
export async function postByFetch(url: string, body: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(timeout),
  })
  return response.text()
}
