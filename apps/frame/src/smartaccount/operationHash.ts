import { type Hex, isSameAddress } from 'latchkey/evmcodec'
import { safeContracts } from 'latchkey/services'
import { toHex } from '../keys/bytes.ts'
import { hashTypedData } from '../provider/evm/typedData.ts'
import { encodeArguments } from './encodeArguments.ts'
import { hashHex } from './hashHex.ts'
import { packOperation, type UnsignedOperation } from './packOperation.ts'

/**
 * What bundlers and entry points call an operation by: EntryPoint 0.7's hash, or with a later entry point that of its
 * EIP-712 struct, which is what a plain account's key signs.
 * @throws TypeError as `packOperation`.
 */
export function operationHash(operation: UnsignedOperation, chainId: number, entryPoint: Hex): Hex {
  const { sender, nonce, callData, preVerificationGas } = operation
  const packed = packOperation(operation)
  const { initCode, accountGasLimits, gasFees, paymasterAndData } = packed
  if (!isSameAddress(entryPoint, safeContracts.entryPoint))
    return `0x${toHex(
      hashTypedData({
        types,
        primaryType: 'PackedUserOperation',
        domain: { name: 'ERC4337', version: '1', chainId: String(chainId), verifyingContract: entryPoint },
        message: { sender, nonce, callData, preVerificationGas, ...packed },
      }),
    )}`
  const fields = encodeArguments(
    sender,
    nonce,
    hashHex(initCode),
    hashHex(callData),
    accountGasLimits,
    preVerificationGas,
    gasFees,
    hashHex(paymasterAndData),
  )
  return hashHex(encodeArguments(hashHex(fields), entryPoint, BigInt(chainId)))
}

const types = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  PackedUserOperation: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterAndData', type: 'bytes' },
  ],
}
