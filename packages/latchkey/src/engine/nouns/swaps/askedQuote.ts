/** What quotes are asked for. */
import { type CaipAddress, toCaipAddress } from '../../../contract/caip.ts'
import { nativeTokenAddresses } from '../../../contract/nativeTokenAddresses.ts'
import type { Network } from '../../../contract/network.ts'
import type { SentAsset } from '../../../contract/send.ts'
import type { SwapToken } from './swapQuote.ts'

export interface AskedQuote {
  readonly from: CaipAddress
  readonly network: Network
  readonly sell: SwapToken
  readonly buy: SwapToken
  /** `in`: the amount is of `sell`; `out`: of `buy`. */
  readonly exact: 'in' | 'out'
  /** Base units, above zero. */
  readonly amount: bigint
  readonly slippageBps: number
  /** Who receives, as an address of `buy`'s network; absent for the account itself. */
  readonly recipient?: string
}

/** A token as the services name it: CAIP-10, the network's own currency by its stand-in. */
export function tokenIdOf(
  { caipNetworkId, chainNamespace }: Pick<Network, 'caipNetworkId' | 'chainNamespace'>,
  { address, caipNetworkId: there }: Pick<SwapToken, 'address' | 'caipNetworkId'>,
): CaipAddress {
  return toCaipAddress(there ?? caipNetworkId, address ?? nativeTokenAddresses[chainNamespace] ?? 'native')
}

/** A token as it is sent. */
export function assetOfToken({ address, symbol, decimals }: SentAsset): SentAsset {
  return { ...(address !== undefined && { address }), symbol, decimals }
}

/** The members that the calls for quotes and for a transaction share. */
export function toSwapQuery({ from, network, sell, buy, exact, amount, recipient }: AskedQuote) {
  return {
    amount: amount.toString(),
    userAddress: from,
    from: tokenIdOf(network, sell),
    to: tokenIdOf(network, buy),
    exact,
    ...(recipient !== undefined && {
      recipient: toCaipAddress(buy.caipNetworkId ?? network.caipNetworkId, recipient),
    }),
  }
}
