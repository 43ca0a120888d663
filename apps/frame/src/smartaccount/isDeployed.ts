import type { RpcRequest } from 'latchkey/contract'
import { type Hex, isContract } from 'latchkey/evmcodec'

/**
 * Whether an account is a contract on a network; undefined while its nodes do not say. A plain account that EIP-7702
 * delegates has code as well, and is none.
 */
export function isDeployed(nodes: RpcRequest, account: Hex): Promise<boolean | undefined> {
  return isContract(nodes, account, undefined)
}
