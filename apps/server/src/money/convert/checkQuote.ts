import type { SwapContract } from 'latchkey/services'
import { addressKey } from '../../data/namespaces/namespaces.ts'
import { type ConvertAsk, ConvertFault, type ConvertQuote } from './convertProvider.ts'
import { maximumOf, minimumOf } from './pools/tradePath.ts'

/** Whether a provider's contracts have this spender on a network. */
export function isSpender(
  contracts: readonly SwapContract[],
  wanted: { readonly network: SwapContract['network']; readonly spender: string },
): boolean {
  const key = addressKey(wanted.network, wanted.spender)
  return contracts.some(
    ({ network, address, spender }) =>
      spender && network === wanted.network && addressKey(network, address) === key,
  )
}

/**
 * Holds a quote against what was asked: the exact side is exact, the other one is protected by the slippage that was asked
 * for, and only a listed contract may take the token (T70). @throws ConvertFault `unsafe`
 */
export function checkQuote(
  ask: ConvertAsk,
  quote: ConvertQuote,
  contracts: readonly SwapContract[],
): ConvertQuote {
  const { exact, amount, slippageBps, sell, chain } = ask
  const { fromAmount, toAmount, minimum, maximum, spender } = quote
  const isKept =
    exact === 'in'
      ? fromAmount === amount &&
        maximum === amount &&
        minimum + slack(toAmount) >= minimumOf(toAmount, slippageBps)
      : toAmount >= amount &&
        minimum >= amount &&
        maximum <= maximumOf(fromAmount, slippageBps) + slack(fromAmount)
  const isPossible = fromAmount > 0n && minimum > 0n && minimum <= toAmount && fromAmount <= maximum
  if (!isKept || !isPossible)
    throw new ConvertFault('unsafe', { message: 'The amounts are not those asked for' })
  const isAllowed =
    sell.address === undefined
      ? spender === null
      : spender === null || isSpender(contracts, { network: chain.id, spender })
  if (!isAllowed) throw new ConvertFault('unsafe', { message: 'The spender is not on the list' })
  return quote
}

/** Providers round in their own ways: one base unit, or a millionth of the amount. */
function slack(amount: bigint): bigint {
  return 1n + amount / 1_000_000n
}
