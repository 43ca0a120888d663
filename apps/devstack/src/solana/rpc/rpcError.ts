/** An error of JSON-RPC with the code, text and data that Agave's nodes give. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A parameter that cannot be used (-32602). */
export const invalidParams = (message: string): RpcError => new RpcError(-32602, message)
