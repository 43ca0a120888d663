import { createError } from '../../../contract/errors/createError.ts'
import type { BuiltSwap, SwapContract, SwapTerms } from '../../../contract/swap.ts'
import { word } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'

/**
 * Wraps or unwraps the network's own currency at its wrapping contract, `deposit()` or `withdraw(uint256)`. Undefined for any other pair.
 * @throws LatchkeyError INVALID_AMOUNT.
 */
export function encodeWrap(
  { network, sell, buy, most: { value } }: Pick<SwapTerms, 'network' | 'sell' | 'buy' | 'most'>,
  contracts: readonly SwapContract[],
): BuiltSwap | undefined {
  const token = sell.address ?? buy.address
  const isPair = (sell.address === undefined) !== (buy.address === undefined)
  if (!isPair || token === undefined || sell.decimals !== buy.decimals) return undefined
  const to = parseAddress(token)
  const contract = contracts.find(
    each =>
      each.shape === 'wrapped' &&
      each.network === network.caipNetworkId &&
      to !== undefined &&
      parseAddress(each.address) === to,
  )
  if (!to || !contract) return undefined
  if (typeof value !== 'bigint' || value <= 0n || value >> 256n)
    throw createError('INVALID_AMOUNT', { context: { value: String(value).slice(0, 100) } })
  const call =
    sell.address === undefined
      ? { to, value, data: '0xd0e30db0' }
      : { to, value: 0n, data: `0x2e1a7d4d${word(value)}` }
  return { provider: contract.provider, call }
}
