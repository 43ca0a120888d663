import { safeContracts } from 'latchkey/services'
import {
  type Address,
  concat,
  createPublicClient,
  encodeFunctionData,
  encodePacked,
  type Hex,
  http,
  numberToHex,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type SponsoredOperation, signSponsorship } from './sponsor.fixture.ts'

const abi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function enableModules(address[] modules)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
])

const safeOp = [
  ['address', 'safe'],
  ['uint256', 'nonce'],
  ['bytes', 'initCode'],
  ['bytes', 'callData'],
  ['uint128', 'verificationGasLimit'],
  ['uint128', 'callGasLimit'],
  ['uint256', 'preVerificationGas'],
  ['uint128', 'maxPriorityFeePerGas'],
  ['uint128', 'maxFeePerGas'],
  ['bytes', 'paymasterAndData'],
  ['uint48', 'validAfter'],
  ['uint48', 'validUntil'],
  ['address', 'entryPoint'],
].map(([type = '', name = '']) => ({ type, name }))

/**
 * Makes the first operation of a Safe that is not on the chain and holds nothing: it calls `call`, and a paymaster pays.
 * @returns the operation of JSON-RPC.
 */
export async function makeSafeOperation(options: {
  readonly owner: PrivateKeyAccount
  readonly call: { readonly to: Address; readonly data: Hex }
  readonly paymaster: Address
  readonly chain: { readonly chainId: number; readonly url: string }
  /** What the paymaster says to it; by default it signs as the services would. */
  readonly sponsor?: (operation: SponsoredOperation) => Promise<Hex>
}): Promise<Record<string, Hex>> {
  const { owner, call, paymaster, chain } = options
  const { sponsor = operation => signSponsorship(operation, { paymaster, chainId: chain.chainId }) } = options
  const { factory, singleton, module, moduleSetup, entryPoint } = safeContracts
  const enabling = encodeFunctionData({ abi, functionName: 'enableModules', args: [[module]] })
  const initializer = encodeFunctionData({
    abi,
    functionName: 'setup',
    args: [[owner.address], 1n, moduleSetup, enabling, module, zeroAddress, 0n, zeroAddress],
  })
  const creation = { abi, functionName: 'createProxyWithNonce', args: [singleton, initializer, 0n] } as const
  const client = createPublicClient({ transport: http(chain.url) })
  const { result: sender } = await client.simulateContract({ address: factory, ...creation })
  const { baseFeePerGas } = await client.getBlock()
  const fields = {
    sender,
    nonce: 0n,
    factory,
    factoryData: encodeFunctionData(creation),
    callData: encodeFunctionData({ abi, functionName: 'executeUserOp', args: [call.to, 0n, call.data, 0] }),
    verificationGasLimit: 500_000n,
    callGasLimit: 200_000n,
    preVerificationGas: 100_000n,
    maxFeePerGas: 2n * (baseFeePerGas ?? 0n) + 2_000_000_000n,
    maxPriorityFeePerGas: 1_500_000_000n,
    paymasterVerificationGasLimit: 100_000n,
    paymasterPostOpGasLimit: 1n,
  }
  const paymasterData = await sponsor(fields)
  const half = (value: bigint): Hex => pad(numberToHex(value), { size: 16 })
  const { paymasterVerificationGasLimit, paymasterPostOpGasLimit, factoryData } = fields
  const signature = await owner.signTypedData({
    domain: { chainId: chain.chainId, verifyingContract: module },
    types: { SafeOp: safeOp },
    primaryType: 'SafeOp',
    message: {
      ...fields,
      safe: sender,
      initCode: concat([factory, factoryData]),
      paymasterAndData: concat([
        paymaster,
        half(paymasterVerificationGasLimit),
        half(paymasterPostOpGasLimit),
        paymasterData,
      ]),
      validAfter: 0,
      validUntil: 0,
      entryPoint,
    },
  })
  return {
    ...Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? numberToHex(value) : value,
      ]),
    ),
    paymaster,
    paymasterData,
    signature: concat([encodePacked(['uint48', 'uint48'], [0, 0]), signature]),
  }
}
