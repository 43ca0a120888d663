import { type Address, concat, encodePacked, type Hex, numberToHex, pad } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { bundlerAccounts } from './bundlerAccounts.ts'

/** What a paymaster signs of an operation, in the names of JSON-RPC and viem. */
export interface SponsoredOperation {
  readonly sender: Address
  readonly nonce: bigint
  readonly factory?: Address | undefined
  readonly factoryData?: Hex | undefined
  readonly callData: Hex
  readonly verificationGasLimit: bigint
  readonly callGasLimit: bigint
  readonly preVerificationGas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly paymasterVerificationGasLimit: bigint
  readonly paymasterPostOpGasLimit: bigint
}

const request = [
  ['address', 'sender'],
  ['uint256', 'nonce'],
  ['bytes', 'initCode'],
  ['bytes', 'callData'],
  ['bytes32', 'accountGasLimits'],
  ['uint256', 'preVerificationGas'],
  ['bytes32', 'gasFees'],
  ['uint256', 'paymasterVerificationGasLimit'],
  ['uint256', 'paymasterPostOpGasLimit'],
  ['uint48', 'validAfter'],
  ['uint48', 'validUntil'],
].map(([type = '', name = '']) => ({ type, name }))

const half = (value: bigint): Hex => pad(numberToHex(value), { size: 16 })

/** Signs as the services would: `paymasterData` of our paymaster, by default for ever. */
export async function signSponsorship(
  operation: SponsoredOperation,
  { paymaster, chainId, validUntil = 0 }: { paymaster: Address; chainId: number; validUntil?: number },
): Promise<Hex> {
  const signer = privateKeyToAccount(bundlerAccounts.signer.privateKey)
  const signature = await signer.signTypedData({
    domain: { name: 'LatchkeyPaymaster', version: '1', chainId, verifyingContract: paymaster },
    types: { UserOperationRequest: request },
    primaryType: 'UserOperationRequest',
    message: {
      ...operation,
      initCode: concat([operation.factory ?? '0x', operation.factoryData ?? '0x']),
      accountGasLimits: concat([half(operation.verificationGasLimit), half(operation.callGasLimit)]),
      gasFees: concat([half(operation.maxPriorityFeePerGas), half(operation.maxFeePerGas)]),
      validAfter: 0,
      validUntil,
    },
  })
  return concat([encodePacked(['uint48', 'uint48'], [0, validUntil]), signature])
}
