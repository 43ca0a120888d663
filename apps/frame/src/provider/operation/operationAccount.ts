import type { RpcRequest } from 'latchkey/contract'
import type { Hex } from 'latchkey/evmcodec'
import { delegatedContracts, safeContracts } from 'latchkey/services'
import { encodeDelegatedCalls } from '../../delegation/encodeDelegatedCalls.ts'
import { encodeOperationCalls } from '../../smartaccount/encodeOperationCalls.ts'
import { isDeployed } from '../../smartaccount/isDeployed.ts'
import { type Factory, type OperationAsked, stubSignature } from './operationAsked.ts'

/** An account that does operations: its Safe, or the plain account that is delegated to our contract (EIP-7702). */
export interface OperationAccount {
  readonly address: Hex
  readonly entryPoint: Hex
  /** What the calls are as an operation's call data. */
  readonly callData: Hex
  /** A signature by its form, which a bundler estimates with. */
  readonly stubSignature: Hex
  /** What makes it with its first operation; nothing once it is there. @throws Error where the nodes do not say */
  factory(nodes: RpcRequest, signal?: AbortSignal): Promise<Factory>
}

/** The account that an operation is of. */
export function operationAccountOf({ safe, plain, calls }: OperationAsked): OperationAccount {
  if (safe)
    return {
      address: safe.address,
      entryPoint: safeContracts.entryPoint,
      callData: encodeOperationCalls(calls),
      stubSignature,
      async factory(nodes) {
        const { address, factory, factoryData } = safe
        const isThere = await isDeployed(nodes, address)
        if (isThere === undefined) throw new Error('no code')
        return isThere ? {} : { factory, factoryData }
      },
    }
  return {
    address: plain.address,
    entryPoint: delegatedContracts.entryPoint,
    callData: encodeDelegatedCalls(calls),
    // Its first 12 bytes are Safe's.
    stubSignature: `0x${stubSignature.slice(26)}`,
    async factory(nodes, signal) {
      const { askAuthorization } = await import('../../delegation/askAuthorization.ts')
      return askAuthorization(nodes, plain, signal)
    },
  }
}
