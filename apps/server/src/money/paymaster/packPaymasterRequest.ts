import type { Address, Hex } from 'viem'
import { viem } from '../../core/libraries/viem.ts'
import type { UnsignedOperation } from './readPaymasterCall.ts'

/** All gas of an operation that its paymaster pays for. */
export interface OperationGas {
  readonly callGasLimit: bigint
  readonly verificationGasLimit: bigint
  readonly preVerificationGas: bigint
  readonly paymasterVerificationGasLimit: bigint
  readonly paymasterPostOpGasLimit: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Seconds since 1970 between which the chain takes the paymaster's signature. */
export interface Validity {
  readonly validAfter: number
  readonly validUntil: number
}

const types = {
  UserOperationRequest: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterVerificationGasLimit', type: 'uint256' },
    { name: 'paymasterPostOpGasLimit', type: 'uint256' },
    { name: 'validAfter', type: 'uint48' },
    { name: 'validUntil', type: 'uint48' },
  ],
} as const

/** The typed data by whose signature the paymaster's contract pays (OpenZeppelin's `PaymasterSigner`). */
export function packPaymasterRequest(of: {
  readonly operation: UnsignedOperation
  readonly gas: OperationGas
  readonly validity: Validity
  readonly chainId: number
  readonly paymaster: Address
}) {
  const { operation, gas, validity, chainId, paymaster } = of
  const { sender, nonce, callData, factory, factoryData = '0x' } = operation
  return {
    domain: { name: 'LatchkeyPaymaster', version: '1', chainId, verifyingContract: paymaster },
    types,
    primaryType: 'UserOperationRequest',
    message: {
      sender: viem().getAddress(sender),
      nonce: BigInt(nonce),
      // EIP-7702's mark is two bytes: bundlers do not pad it.
      initCode: factory === undefined ? '0x' : viem().concat([factory, factoryData]),
      callData,
      accountGasLimits: pair(gas.verificationGasLimit, gas.callGasLimit),
      preVerificationGas: gas.preVerificationGas,
      gasFees: pair(gas.maxPriorityFeePerGas, gas.maxFeePerGas),
      paymasterVerificationGasLimit: gas.paymasterVerificationGasLimit,
      paymasterPostOpGasLimit: gas.paymasterPostOpGasLimit,
      ...validity,
    },
  } as const
}

/** The bytes that the contract reads: both times, and the signature. */
export function packPaymasterData({ validAfter, validUntil }: Validity, signature: Hex): Hex {
  const time = (seconds: number) => viem().numberToHex(seconds, { size: 6 })
  return viem().concat([time(validAfter), time(validUntil), signature])
}

function pair(high: bigint, low: bigint): Hex {
  return viem().concat([viem().numberToHex(high, { size: 16 }), viem().numberToHex(low, { size: 16 })])
}
