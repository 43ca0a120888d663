import { safeContracts } from 'latchkey/services'
import { type Address, concat, encodeFunctionData, encodePacked, type Hex, parseAbi, size, toHex } from 'viem'

export const network = 'eip155:31337'
export const shop: Address = '0x2222222222222222222222222222222222222222'
export const paymasterAddress: Address = '0x00000000000000000000000000000000000000AA'

const { singleton, module, moduleSetup, multiSendCallOnly } = safeContracts
const zero: Address = '0x0000000000000000000000000000000000000000'
const abi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function enableModules(address[] modules)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function multiSend(bytes transactions)',
])

export interface TestCall {
  readonly to: Address
  readonly value?: bigint
  readonly data?: Hex
}

/** The factory data of a Safe; `modules` and `owners` are ours by default. */
export function factoryDataOf(
  change: { modules?: readonly Address[]; owners?: readonly Address[] } = {},
): Hex {
  const { modules = [module], owners = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] } = change
  const enable = encodeFunctionData({ abi, functionName: 'enableModules', args: [modules] })
  const setup = encodeFunctionData({
    abi,
    functionName: 'setup',
    args: [owners, 1n, moduleSetup, enable, module, zero, 0n, zero],
  })
  return encodeFunctionData({ abi, functionName: 'createProxyWithNonce', args: [singleton, setup, 0n] })
}

/** The call data of a Safe for one call or several. */
export function callDataOf(
  calls: readonly TestCall[],
  batch: Address = multiSendCallOnly,
  operation = 1,
): Hex {
  const [only] = calls
  if (calls.length === 1 && only)
    return encodeFunctionData({
      abi,
      functionName: 'executeUserOp',
      args: [only.to, only.value ?? 0n, only.data ?? '0x', 0],
    })
  const packed = concat(
    calls.map(({ to, value = 0n, data = '0x' }) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [0, to, value, BigInt(size(data)), data],
      ),
    ),
  )
  const data = encodeFunctionData({ abi, functionName: 'multiSend', args: [packed] })
  return encodeFunctionData({ abi, functionName: 'executeUserOp', args: [batch, 0n, data, operation] })
}

/** An operation of a new Safe that costs at most 400,000 gas at 1 gwei: 400,000 gwei. */
export function operationOf(change: Readonly<Record<string, unknown>> = {}) {
  return {
    sender: '0x3333333333333333333333333333333333333333',
    nonce: toHex(0n),
    factory: safeContracts.factory,
    factoryData: factoryDataOf(),
    callData: callDataOf([{ to: shop }]),
    callGasLimit: toHex(100_000n),
    verificationGasLimit: toHex(100_000n),
    preVerificationGas: toHex(100_000n),
    maxFeePerGas: toHex(1_000_000_000n),
    maxPriorityFeePerGas: toHex(1n),
    ...change,
  }
}
