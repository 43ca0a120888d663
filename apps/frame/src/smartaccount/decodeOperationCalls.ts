import { abi, type Hex, parseAddress } from 'latchkey/evmcodec'
import { safeContracts } from 'latchkey/services'
import { executeSelector, multiSendSelector, type OperationCall } from './encodeOperationCalls.ts'

/** executeUserOp(address,uint256,bytes,uint8) as well: other software encodes by either. */
const executeSelectors: readonly string[] = [executeSelector, '0x7bb37428']

/**
 * The calls in an operation's call data; undefined unless it is one call of the account, or several by
 * MultiSendCallOnly. Any other delegatecall is undefined, and so is a batch with one in it.
 */
export function decodeOperationCalls(callData: Hex): readonly OperationCall[] | undefined {
  if (!executeSelectors.includes(callData.slice(0, 10).toLowerCase())) return undefined
  const values = abi.readArguments(
    `0x${callData.slice(10)}`,
    abi.address,
    abi.uint256,
    abi.bytes,
    abi.uint(8),
  )
  if (!values) return undefined
  const [to, value, data, operation] = values
  if (operation === 0n) return [{ to, value, data: lower(data) }]
  const isBatch =
    operation === 1n && to === parseAddress(safeContracts.multiSendCallOnly.toLowerCase()) && value === 0n
  return isBatch ? readBatch(lower(data)) : undefined
}

function readBatch(data: Hex): readonly OperationCall[] | undefined {
  if (data.slice(0, 10) !== multiSendSelector) return undefined
  const [packed] = abi.readArguments(`0x${data.slice(10)}`, abi.bytes) ?? []
  if (packed === undefined) return undefined
  const calls: OperationCall[] = []
  let rest = packed.slice(2)
  while (rest !== '') {
    // Operation 0 (a call), receiver, value, length of the data.
    const [head, to, value, length] = /^00([\da-f]{40})([\da-f]{64})([\da-f]{64})/.exec(rest) ?? []
    if (head === undefined) return undefined
    const digits = BigInt(`0x${length}`) * 2n
    if (digits > BigInt(rest.length - head.length)) return undefined
    const end = head.length + Number(digits)
    calls.push({
      to: parseAddress(to) as Hex,
      value: BigInt(`0x${value}`),
      data: `0x${rest.slice(head.length, end)}`,
    })
    rest = rest.slice(end)
  }
  return calls.length > 0 ? calls : undefined
}

function lower(hex: Hex): Hex {
  return hex.toLowerCase() as Hex
}
