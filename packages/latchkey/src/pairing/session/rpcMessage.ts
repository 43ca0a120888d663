/** The JSON-RPC message inside an envelope, as the peer wrote it. */
export type RpcMessage =
  | { readonly kind: 'request'; readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: PeerError }

/** A JSON-RPC error of a peer. */
export interface PeerError {
  readonly code: number
  /** The peer's own words, at most 200 characters. */
  readonly message: string
  readonly data?: unknown
}

/** Parses the text of an envelope; undefined when it is not JSON-RPC of this protocol. */
export function parseRpcMessage(text: string): RpcMessage | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const message = value as Readonly<Record<string, unknown>>
  const id = typeof message.id === 'string' && /^\d{1,16}$/.test(message.id) ? Number(message.id) : message.id
  if (!Number.isSafeInteger(id) || message.jsonrpc !== '2.0') return undefined
  const known = id as number
  if (typeof message.method === 'string') {
    if (message.method.length > 128) return undefined
    return { kind: 'request', id: known, method: message.method, params: message.params }
  }
  // Some wallets write both members, the one that does not count as null.
  if (Object.hasOwn(message, 'result') && message.error == null)
    return { kind: 'result', id: known, result: message.result }
  if (Object.hasOwn(message, 'error'))
    return { kind: 'error', id: known, error: parsePeerError(message.error) }
  return undefined
}

function parsePeerError(value: unknown): PeerError {
  const error = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >
  return {
    code: Number.isSafeInteger(error.code) ? (error.code as number) : -32603,
    message: typeof error.message === 'string' ? error.message.slice(0, 200) : '',
    ...(error.data !== undefined && { data: error.data }),
  }
}
