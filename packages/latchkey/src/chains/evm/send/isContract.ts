import type { RpcRequest } from '../../../contract/adapter.ts'
import { parseAddress } from '../codec/address.ts'

/** An account that delegates to a contract (EIP-7702) is no contract: it has a key that can move its assets. */
export const delegated = /^0xef0100[0-9a-f]{40}$/i

/** Whether an address is a contract's; undefined when no node says so. */
export async function isContract(
  rpc: RpcRequest,
  address: string,
  signal: AbortSignal | undefined,
): Promise<boolean | undefined> {
  try {
    const code = await rpc('eth_getCode', [parseAddress(address), 'latest'], signal)
    if (typeof code !== 'string' || !/^0x[0-9a-f]*$/i.test(code.slice(0, 100))) return undefined
    return code !== '0x' && !delegated.test(code)
  } catch {
    return undefined
  }
}
