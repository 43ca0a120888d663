import type { RpcRequest } from 'latchkey/contract'
import { type Hex, isSameAddress, parseAddress } from 'latchkey/evmcodec'
import { delegatedContracts } from 'latchkey/services'

/** What a plain account is delegated to on a network (EIP-7702), as its nodes say. */
export type Delegation =
  | { readonly at: 'none' }
  /** To `delegatedContracts`. */
  | { readonly at: 'own' }
  /** To a contract that this wallet does not use; absent: it has other code. */
  | { readonly at: 'other'; readonly to?: Hex }

/** What an account's code begins with that is delegated; its contract follows. */
const designator = '0xef0100'

/** Reads what an account is delegated to. @throws what the nodes throw, Error for an answer that is no code */
export async function readDelegation(
  nodes: RpcRequest,
  account: Hex,
  signal?: AbortSignal,
): Promise<Delegation> {
  const code = await nodes('eth_getCode', [account, 'latest'], signal)
  if (typeof code !== 'string' || !/^0x(?:[\da-f]{2})*$/i.test(code)) throw new Error('no code')
  if (code === '0x') return { at: 'none' }
  if (!code.toLowerCase().startsWith(designator) || code.length !== designator.length + 40)
    return { at: 'other' }
  const to = parseAddress(`0x${code.slice(designator.length).toLowerCase()}`) as Hex
  return isSameAddress(to, delegatedContracts.account) ? { at: 'own' } : { at: 'other', to }
}
