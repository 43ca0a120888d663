import type { Hex } from 'latchkey/evmcodec'
import type { TypedData } from '../provider/evm/typedData.ts'

/** The EIP-712 domain of a Safe or of its module: a signature counts for that contract, on that network. */
export function safeDomain(chainId: number, verifyingContract: Hex): TypedData['domain'] {
  return { chainId: String(chainId), verifyingContract }
}

/** The members of that domain. */
export const safeDomainFields = [
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const
