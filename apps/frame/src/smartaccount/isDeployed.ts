import type { RpcRequest } from 'latchkey/contract'
import type { Hex } from 'latchkey/evmcodec'

/**
 * Whether an account is a contract on a network; undefined while its nodes do not say. A plain account that EIP-7702
 * delegates has code as well, and is none.
 */
export async function isDeployed(nodes: RpcRequest, account: Hex): Promise<boolean | undefined> {
  const code = await nodes('eth_getCode', [account, 'latest']).catch(() => undefined)
  if (typeof code !== 'string' || !/^0x(?:[\da-f]{2})*$/i.test(code)) return undefined
  return code !== '0x' && !/^0xef0100/i.test(code)
}
