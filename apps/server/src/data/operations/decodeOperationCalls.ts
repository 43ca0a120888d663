import { delegatedContracts, safeContracts } from 'latchkey/services'
import type { Address, Hex } from 'viem'
import { viem } from '../../core/libraries/viem.ts'

/** One call of an operation. */
export interface OperationCall {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

const safeAbi = [
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
] as const
const batchAbi = ['function multiSend(bytes transactions)'] as const
const delegatedAbi = [
  'function execute(address target, uint256 value, bytes data)',
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
] as const

/**
 * The calls that an account of ours makes for an operation's call data: a Safe on its entry point, or an account that is delegated
 * (EIP-7702) on its own. Undefined for anything else, also for the same calls in another encoding.
 */
export function decodeOperationCalls(
  callData: Hex,
  entryPoint: string,
): readonly OperationCall[] | undefined {
  const data = callData.toLowerCase() as Hex
  if (isSame(entryPoint, safeContracts.entryPoint)) return decodeSafe(data)
  return isSame(entryPoint, delegatedContracts.entryPoint) ? decodeDelegated(data) : undefined
}

/** Whether two addresses are one, in any spelling. */
export function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function decodeSafe(callData: Hex): readonly OperationCall[] | undefined {
  const [to, value, data, operation] = decode(safeAbi, callData)?.args ?? []
  if (typeof to !== 'string' || typeof value !== 'bigint' || typeof data !== 'string') return undefined
  if (operation === 0) return [{ to: to as Address, value, data: data as Hex }]
  // Any other contract that is called as the account itself may do everything to it.
  const isBatch = operation === 1 && value === 0n && isSame(to, safeContracts.multiSendCallOnly)
  return isBatch ? decodeBatch(data as Hex) : undefined
}

function decodeBatch(data: Hex): readonly OperationCall[] | undefined {
  const [packed] = decode(batchAbi, data)?.args ?? []
  if (typeof packed !== 'string') return undefined
  const calls: OperationCall[] = []
  let rest = packed.slice(2)
  while (rest !== '') {
    const [head, to, value, length] = /^00([0-9a-f]{40})([0-9a-f]{64})([0-9a-f]{64})/.exec(rest) ?? []
    if (head === undefined) return undefined
    const digits = BigInt(`0x${length}`) * 2n
    if (digits > BigInt(rest.length - head.length)) return undefined
    const end = head.length + Number(digits)
    calls.push({
      to: viem().getAddress(`0x${to}`),
      value: BigInt(`0x${value}`),
      data: `0x${rest.slice(head.length, end)}`,
    })
    rest = rest.slice(end)
  }
  return calls.length > 0 ? calls : undefined
}

function decodeDelegated(callData: Hex): readonly OperationCall[] | undefined {
  const decoded = decode(delegatedAbi, callData)
  if (decoded?.functionName === 'execute') {
    const [to, value, data] = decoded.args as readonly [Address, bigint, Hex]
    return [{ to, value, data }]
  }
  if (decoded?.functionName !== 'executeBatch') return undefined
  const [calls] = decoded.args as readonly [readonly { target: Address; value: bigint; data: Hex }[]]
  return calls.length > 0 ? calls.map(({ target, value, data }) => ({ to: target, value, data })) : undefined
}

/** Undefined unless the data is what encoding these arguments gives: a contract might read other bytes otherwise. */
function decode(
  signatures: readonly string[],
  data: Hex,
): { readonly functionName: string; readonly args: readonly unknown[] } | undefined {
  const abi = viem().parseAbi(signatures as readonly string[] as never) as never
  try {
    const decoded = viem().decodeFunctionData({ abi, data }) as {
      functionName: string
      args?: readonly unknown[]
    }
    const args = decoded.args ?? []
    const written = viem().encodeFunctionData({ abi, functionName: decoded.functionName, args } as never)
    return written === data ? { functionName: decoded.functionName, args } : undefined
  } catch {
    return undefined
  }
}
