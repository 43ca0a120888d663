import { createError } from '../../../contract/errors/createError.ts'
import type { WalletCall } from '../../../contract/send.ts'
import { word } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'

/** How `approve(address,uint256)` of ERC-20 begins. */
export const approveSelector = '0x095ea7b3'

/**
 * The approval of exactly `amount` base units of a token; 0 revokes.
 * @throws LatchkeyError TOKEN_REQUIRED, SWAP_UNSAFE for a spender that is no address, INVALID_AMOUNT.
 */
export function encodeApproval(grant: {
  readonly token: string
  readonly spender: string
  readonly amount: bigint
}): WalletCall {
  const token = parseAddress(grant.token)
  const spender = parseAddress(grant.spender)
  if (!token) throw createError('TOKEN_REQUIRED')
  if (!spender) throw createError('SWAP_UNSAFE', { context: { reason: 'spender' } })
  // Of less than nothing, too, there is a bit left.
  if (typeof grant.amount !== 'bigint' || grant.amount >> 256n)
    throw createError('INVALID_AMOUNT', { context: { value: String(grant.amount).slice(0, 100) } })
  return { to: token, value: 0n, data: `${approveSelector}${word(BigInt(spender))}${word(grant.amount)}` }
}
