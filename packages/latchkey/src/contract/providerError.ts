/** Numeric error codes of EIP-1193, EIP-1474, EIP-3326 and EIP-5792. */
export const providerCodes = {
  rejected: 4001,
  unauthorized: 4100,
  unsupported: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  unknownChain: 4902,
  unsupportedCapability: 5700,
  duplicateId: 5720,
  unknownId: 5730,
  tooLarge: 5740,
  atomicity: 5760,
  invalidParams: -32_602,
  internal: -32_603,
  /** Something waits already, or a node cannot be reached: nothing to be tried again by itself. */
  unavailable: -32_002,
  /** A node did not take the transaction (EIP-1474). */
  transactionRejected: -32_003,
} as const

/** An error as EIP-1193 defines it, with the numeric code that libraries of pages read. */
export class ProviderError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data?: unknown

  constructor(
    code: number,
    message: string,
    options: { readonly data?: unknown; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    if (options.data !== undefined) this.data = options.data
  }
}
