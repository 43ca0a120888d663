import { isSameAddress } from '../../../contract/isSameAddress.ts'
import type { BuiltSwap, SwapContract, Swapping } from '../../../contract/swap.ts'
import { word } from '../codec/abi.ts'
import { toQuantity } from '../codec/hex.ts'
import { knownSwapContracts, wrappedProvider } from './knownSwapContracts.ts'
import { isNativeToken } from './swapReading.ts'

/**
 * The call that wraps or unwraps the network's own currency, one for one; undefined for any other pair. The contract is the
 * pinned one, or one of the list where this build pins none.
 */
export function wrapSwap(...[terms, contracts]: Parameters<Swapping['wrap']>): BuiltSwap | undefined {
  const { network, sell, buy, most } = terms
  const [isWrap, isUnwrap] = [isNativeToken(sell.address), isNativeToken(buy.address)]
  if (isWrap === isUnwrap) return undefined
  const token = (isWrap ? buy : sell).address
  const contract = wrappersOf(network.caipNetworkId, contracts).find(
    each => token !== undefined && isSameAddress(each.address, token),
  )
  if (!contract || most.value <= 0n) return undefined
  const { address: to } = contract
  return {
    provider: contract.provider,
    call: isWrap
      ? { to, data: '0xd0e30db0', value: toQuantity(most.value) }
      : { to, data: `0x2e1a7d4d${word(most.value)}` },
  }
}

function wrappersOf(
  network: SwapContract['network'],
  contracts: readonly SwapContract[],
): readonly SwapContract[] {
  const ours = knownSwapContracts(network).filter(each => each.provider === wrappedProvider)
  if (ours.length > 0) return ours
  return contracts.filter(each => each.network === network && each.shape === 'wrapped')
}
