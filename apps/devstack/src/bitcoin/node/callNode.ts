/** An error that the node answered. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  /** Bitcoin's own number, such as -25 for inputs that are spent. */
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Calls a method of the node's JSON-RPC. @throws NodeError for a refusal; Error when it does not answer. */
export type CallNode = (method: string, ...params: readonly unknown[]) => Promise<unknown>

/** Milliseconds that one call may take. */
const patience = 60_000

/** Returns the calls of one node; `wallet` names the wallet whose methods they reach. */
export function createCallNode(options: {
  readonly port: number
  /** User and password, as the node's cookie file has them; read for each call. */
  readonly credentials: () => string
  readonly wallet?: string | undefined
}): CallNode {
  const { port, credentials, wallet } = options
  const url = `http://127.0.0.1:${port}/${wallet === undefined ? '' : `wallet/${wallet}`}`
  return async (method, ...params) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(credentials()).toString('base64')}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(patience),
    })
    const { result, error } = (await answer.json()) as {
      result?: unknown
      error?: { code: number; message: string } | null
    }
    if (error) throw new NodeError(error.code, error.message)
    return result
  }
}
