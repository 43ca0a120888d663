import { type Hex, word } from 'latchkey/evmcodec'
import type { UserOperation } from 'latchkey/services'

/** An operation before it is signed. */
export type UnsignedOperation = Omit<UserOperation, 'signature'>

/** The fields of an operation whose parts stand in one as EntryPoint 0.7 and later have them. */
export interface PackedOperation {
  readonly initCode: Hex
  /** 16 bytes for verifying, 16 for the calls. */
  readonly accountGasLimits: Hex
  /** 16 bytes for the priority fee, 16 for the most. */
  readonly gasFees: Hex
  readonly paymasterAndData: Hex
}

/**
 * Packs an operation as its hash has it.
 * @throws TypeError for a first operation of EIP-7702 without its authorization, and for gas of more than 128 bits.
 */
export function packOperation(operation: UnsignedOperation): PackedOperation {
  const { verificationGasLimit, callGasLimit, maxPriorityFeePerGas, maxFeePerGas, paymaster } = operation
  return {
    initCode: initCodeOf(operation),
    accountGasLimits: `0x${halfWord(verificationGasLimit)}${halfWord(callGasLimit)}`,
    gasFees: `0x${halfWord(maxPriorityFeePerGas)}${halfWord(maxFeePerGas)}`,
    paymasterAndData: paymaster
      ? `${paymaster}${halfWord(operation.paymasterVerificationGasLimit)}${halfWord(operation.paymasterPostOpGasLimit)}${operation.paymasterData?.slice(2) ?? ''}`
      : '0x',
  }
}

function initCodeOf({ factory, factoryData = '0x', eip7702Auth }: UnsignedOperation): Hex {
  if (factory === undefined) return '0x'
  if (factory !== '0x7702') return `${factory}${factoryData.slice(2)}`
  // The entry point hashes the contract that the account is delegated to.
  if (!eip7702Auth) throw new TypeError('No authorization')
  return `${eip7702Auth.address}${factoryData.slice(2)}`
}

function halfWord(quantity: Hex = '0x0'): string {
  const digits = word(BigInt(quantity))
  if (!digits.startsWith('0'.repeat(32))) throw new TypeError('More than 128 bits')
  return digits.slice(32)
}
