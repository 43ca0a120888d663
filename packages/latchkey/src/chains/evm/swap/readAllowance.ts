import type { RpcRequest } from '../../../contract/adapter.ts'
import { addressOf, type CaipAddress } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { type Hex, readWord, word } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'

/** `allowance(address,address)` of ERC-20. The addresses have passed the check. */
export function encodeAllowance(owner: string, spender: string): Hex {
  return `0xdd62ed3e${word(BigInt(owner))}${word(BigInt(spender))}`
}

/** Returns the one word of an answer; undefined for anything shorter or longer. */
export function onlyWord(answer: unknown): bigint | undefined {
  return typeof answer === 'string' && answer.length === 66 ? readWord(answer) : undefined
}

/**
 * What a spender may take of a token now, in base units.
 * @throws LatchkeyError of `rpc`; TOKEN_REQUIRED, SEND_INCOMPLETE or SWAP_UNSAFE for what is no address; SWAP_FAILED where the token does not
 * say, for example because the address is no contract: no allowance is not the same as an unknown one.
 */
export async function readAllowance(
  rpc: RpcRequest,
  grant: { readonly from: CaipAddress; readonly token: string; readonly spender: string },
  signal?: AbortSignal,
): Promise<bigint> {
  const token = parseAddress(grant.token)
  const owner = parseAddress(addressOf(grant.from))
  const spender = parseAddress(grant.spender)
  if (!token) throw createError('TOKEN_REQUIRED')
  if (!owner) throw createError('SEND_INCOMPLETE')
  if (!spender) throw createError('SWAP_UNSAFE', { context: { reason: 'spender' } })
  const answer = await rpc(
    'eth_call',
    [{ to: token, data: encodeAllowance(owner, spender) }, 'latest'],
    signal,
  )
  const allowed = onlyWord(answer)
  if (allowed === undefined) throw createError('SWAP_FAILED', { context: { reason: 'no-allowance', token } })
  return allowed
}
