/** What a provider throws: an Error with a number as its code (EIP-1193, DECISIONS C11). */
export interface ProviderError extends Error {
  readonly code: number
  readonly data?: unknown
}

/** Makes one; a wallet's own code and words pass through as they are. */
export function providerError(
  code: number,
  message: string,
  options: { readonly cause?: unknown; readonly data?: unknown } = {},
): ProviderError {
  const { cause, data } = options
  const error = new Error(message, cause === undefined ? undefined : { cause })
  return Object.assign(error, { code, ...(data !== undefined && { data }) })
}

/** The codes of EIP-1193, EIP-3326 and JSON-RPC that the provider itself answers with. */
export const providerCodes = {
  unauthorized: 4100,
  unsupported: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  unknownChain: 4902,
  invalidParams: -32602,
  internal: -32603,
} as const
