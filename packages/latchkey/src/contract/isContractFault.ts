import type { RpcFault } from './rpcProxy.ts'

/** What virtual machines say of a call that came to nothing by what the contract did. */
const words =
  /revert|out ?of ?gas|opcode|invalid ?jump|stack ?(?:underflow|overflow|limit)|out of bounds|uint64 overflow|max initcode|[ez]vm error|vm (?:exception|execution error)/i

/**
 * Whether the error of a read is the called contract's own answer: it reverted, used up its gas, or is no valid code. All
 * else ("header not found", "over rate limit") is the node's trouble, whatever its number: nothing was answered.
 */
export function isContractFault({ code, message, data }: RpcFault): boolean {
  return code === 3 || (typeof data === 'string' && data.startsWith('0x')) || words.test(message)
}
