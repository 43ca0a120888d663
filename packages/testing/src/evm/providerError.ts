import type { Stage } from '../core/createConductor.ts'

/** The error a wallet rejects with: EIP-1193 and EIP-1474 codes, EIP-5792 codes for batches. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data?: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    if (data !== undefined) this.data = data
  }
}

const messages: Readonly<Record<number, string>> = {
  4001: 'User rejected the request.',
  4100: 'The requested account and/or method has not been authorized by the user.',
  4200: 'The provider does not support the requested method.',
  4900: 'The provider is disconnected from all chains.',
  4901: 'The provider is disconnected from the requested chain.',
  4902: 'Unrecognized chain ID.',
  5700: 'The wallet does not support a capability that the request needs.',
  5710: 'The wallet does not support the requested chain.',
  5720: 'A batch with this id was already submitted.',
  5730: 'No batch with this id was submitted.',
  5740: 'The batch has too many calls.',
  5750: 'The user rejected the upgrade that the batch needs.',
  5760: 'The wallet cannot carry out the batch atomically.',
  [-32600]: 'Invalid request.',
  [-32601]: 'The method does not exist.',
  [-32602]: 'Invalid parameters.',
  [-32603]: 'Internal error.',
  [-32002]: 'A request of this type is already pending.',
}

/** Makes the error of `code`, with the usual message unless one is given. */
export function providerError(code: number, message?: string, data?: unknown): ProviderRpcError {
  return new ProviderRpcError(code, message ?? messages[code] ?? `The wallet failed with code ${code}.`, data)
}

/** What a wallet rejects with for reasons of its own, by the numbers of EIP-1193. */
export const walletErrors: Stage['errors'] = {
  rejected: message => providerError(4001, message),
  busy: method => providerError(-32002, `Request of type '${method}' already pending. Please wait.`),
  offline: () => providerError(4900),
  coded: providerError,
}

/** The 4902 error for a chain the wallet does not know. */
export function unknownChain(chainId: number): ProviderRpcError {
  const hex = `0x${chainId.toString(16)}`
  return providerError(
    4902,
    `Unrecognized chain ID "${hex}". Try adding the chain using wallet_addEthereumChain first.`,
  )
}
