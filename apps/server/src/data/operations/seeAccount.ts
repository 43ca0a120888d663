import type { CaipNetworkId } from 'latchkey/contract'
import { delegatedContracts, safeContracts, type UserOperation } from 'latchkey/services'
import type { Address, Hex } from 'viem'
import { viem } from '../../core/libraries/viem.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import { isSame } from './decodeOperationCalls.ts'

/** Keccak-256 of the code of SafeProxy 1.4.1, which is the same for every Safe. */
const proxyCodeHash = '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c'
/** Where a Safe has its singleton, and its fallback handler: keccak256("fallback_manager.handler.address"). */
const slots = ['0x0', '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5'] as const
const zero = `0x${'0'.repeat(40)}` as const

const factoryAbi = [
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
] as const
const setupAbi = [
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
] as const
const modulesAbi = ['function enableModules(address[] modules)'] as const

/**
 * Whether the sender is an account of this wallet, of whose code it is known what it does: the Safe of `safeContracts`, which its
 * factory data makes or which is on the chain, or an account that is delegated to `delegatedContracts`. `unknown` when the chain
 * cannot be read.
 */
export async function seeAccount(
  proxy: Pick<RpcProxy, 'call'>,
  network: CaipNetworkId,
  options: {
    readonly operation: Pick<UserOperation, 'sender' | 'factory' | 'factoryData' | 'eip7702Auth'>
    readonly entryPoint: string
  },
): Promise<'own' | 'other' | 'unknown'> {
  const { operation, entryPoint } = options
  const { sender, factory, factoryData = '0x', eip7702Auth } = operation
  if (isSame(entryPoint, delegatedContracts.entryPoint)) {
    if (factory !== undefined && factory !== '0x7702') return 'other'
    if (eip7702Auth !== undefined)
      return isSame(eip7702Auth.address, delegatedContracts.account) ? 'own' : 'other'
    const code = await read(proxy, network, [{ method: 'eth_getCode', params: [sender, 'latest'] }])
    if (code === undefined) return 'unknown'
    return isSame(code[0] ?? '', `0xef0100${delegatedContracts.account.slice(2)}`) ? 'own' : 'other'
  }
  if (!isSame(entryPoint, safeContracts.entryPoint) || eip7702Auth !== undefined) return 'other'
  if (factory !== undefined)
    return isSame(factory, safeContracts.factory) && makesSafe(factoryData) ? 'own' : 'other'
  const seen = await read(proxy, network, [
    { method: 'eth_getCode', params: [sender, 'latest'] },
    ...slots.map(slot => ({ method: 'eth_getStorageAt', params: [sender, slot, 'latest'] })),
  ])
  if (seen === undefined) return 'unknown'
  const [code = '0x', singleton = '', handler = ''] = seen
  const isSafe =
    viem().keccak256(code) === proxyCodeHash &&
    isWord(singleton, safeContracts.singleton) &&
    isWord(handler, safeContracts.module)
  return isSafe ? 'own' : 'other'
}

/** Whether factory data makes a Safe of one owner with our module alone. */
function makesSafe(factoryData: Hex): boolean {
  const data = factoryData.toLowerCase() as Hex
  const { singleton, module, moduleSetup } = safeContracts
  try {
    const made = decode(factoryAbi, data)
    const [owners] = decode(setupAbi, made[1] as Hex) as readonly [readonly Address[]]
    const [owner] = owners
    if (owner === undefined) return false
    const enable = encode(modulesAbi, 'enableModules', [[module]])
    const initializer = encode(setupAbi, 'setup', [[owner], 1n, moduleSetup, enable, module, zero, 0n, zero])
    return encode(factoryAbi, 'createProxyWithNonce', [singleton, initializer, made[2]]) === data
  } catch {
    return false
  }
}

function decode(abi: readonly string[], data: Hex): readonly unknown[] {
  const { args } = viem().decodeFunctionData({ abi: viem().parseAbi(abi as never) as never, data }) as {
    readonly args?: readonly unknown[]
  }
  return args ?? []
}

function encode(abi: readonly string[], functionName: string, args: readonly unknown[]): Hex {
  return viem().encodeFunctionData({ abi: viem().parseAbi(abi as never), functionName, args } as never)
}

function isWord(word: string, address: string): boolean {
  return /^0x0{24}[0-9a-f]{40}$/i.test(word) && isSame(`0x${word.slice(-40)}`, address)
}

/** The results of reads as bytes; undefined when one has none. */
async function read(
  proxy: Pick<RpcProxy, 'call'>,
  network: CaipNetworkId,
  calls: Parameters<RpcProxy['call']>[1],
): Promise<readonly Hex[] | undefined> {
  const outcomes = await proxy.call(network, calls)
  const results = outcomes.flatMap(outcome =>
    'result' in outcome && typeof outcome.result === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(outcome.result)
      ? [outcome.result as Hex]
      : [],
  )
  return results.length === calls.length ? results : undefined
}
