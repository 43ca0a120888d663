import type { RpcFault } from './rpcProxy.ts'

/** What virtual machines say of a call that came to nothing by what the contract did. */
const words =
  /revert|out ?of ?gas|opcode|invalid ?jump|stack ?(?:underflow|overflow|limit)|out of bounds|uint64 overflow|max initcode|[ez]vm error|vm (?:exception|execution error)/i

/**
 * Whether a read failed in the called contract: it reverted, ran out of gas, or has no valid code. Other errors
 * ("header not found", "over rate limit") are the node's, whatever their number.
 */
export function isContractFault({ code, message, data }: RpcFault): boolean {
  return code === 3 || (typeof data === 'string' && data.startsWith('0x')) || words.test(message)
}
