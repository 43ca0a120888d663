import type { Hex } from 'latchkey/evmcodec'
import { safeContracts } from 'latchkey/services'
import type { Bytes } from '../keys/bytes.ts'
import { hashTypedData } from '../provider/evm/typedData.ts'
import { packOperation, type UnsignedOperation } from './packOperation.ts'
import { safeDomain, safeDomainFields } from './safeDomain.ts'

/** When a signature of an operation counts, seconds since 1970; 0 as the end: for ever. */
export interface Validity {
  readonly validAfter: number
  readonly validUntil: number
}

/**
 * The digest that the owner signs for an operation of its Safe: EIP-712's `SafeOp` for the pinned module and entry point.
 * @throws TypeError as `packOperation`.
 */
export function safeOperationDigest(
  operation: UnsignedOperation,
  chainId: number,
  { validAfter, validUntil }: Validity,
): Bytes {
  const { sender, nonce, callData, preVerificationGas } = operation
  const { verificationGasLimit, callGasLimit, maxPriorityFeePerGas, maxFeePerGas } = operation
  const { initCode, paymasterAndData } = packOperation(operation)
  return hashTypedData({
    types,
    primaryType: 'SafeOp',
    domain: safeDomain(chainId, safeContracts.module),
    message: {
      safe: sender,
      nonce,
      initCode,
      callData,
      verificationGasLimit,
      callGasLimit,
      preVerificationGas,
      maxPriorityFeePerGas,
      maxFeePerGas,
      paymasterAndData,
      validAfter,
      validUntil,
      entryPoint: safeContracts.entryPoint,
    },
  })
}

/** An operation's signature as the module takes it: when it counts, and the owner's 65 bytes. */
export function operationSignature({ validAfter, validUntil }: Validity, signature: Hex): Hex {
  return `0x${sixBytes(validAfter)}${sixBytes(validUntil)}${signature.slice(2)}`
}

function sixBytes(seconds: number): string {
  return seconds.toString(16).padStart(12, '0')
}

const types = {
  EIP712Domain: safeDomainFields,
  SafeOp: [
    { name: 'safe', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'verificationGasLimit', type: 'uint128' },
    { name: 'callGasLimit', type: 'uint128' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'maxPriorityFeePerGas', type: 'uint128' },
    { name: 'maxFeePerGas', type: 'uint128' },
    { name: 'paymasterAndData', type: 'bytes' },
    { name: 'validAfter', type: 'uint48' },
    { name: 'validUntil', type: 'uint48' },
    { name: 'entryPoint', type: 'address' },
  ],
}
