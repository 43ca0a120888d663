import type { CaipAddress, CaipNetworkId } from 'latchkey/contract'
import { nativeTokenAddresses } from 'latchkey/services'
import { addressKey, chainAddress } from '../../../../data/namespaces/namespaces.ts'
import type { ConvertToken } from '../../convertProvider.ts'
import { lifiNetworks } from './lifiNetworks.ts'

/** A token as LI.FI writes it. */
export interface LifiToken {
  readonly address: string
  readonly chainId: number
}

/** A token in LI.FI's words: the network's own currency has a stand-in of its own there. */
export function lifiAddress(network: CaipNetworkId, token: ConvertToken): string {
  return token.address ?? lifiNetworks.get(network)?.native ?? ''
}

/** Whether LI.FI's token is this one of ours. */
export function isLifiToken(given: LifiToken, network: CaipNetworkId, token: ConvertToken): boolean {
  const known = lifiNetworks.get(network)
  return (
    known !== undefined &&
    given.chainId === known.number &&
    addressKey(network, given.address) === addressKey(network, lifiAddress(network, token))
  )
}

/** LI.FI's token as CAIP-10; undefined on a network that we do not know, or for an invalid address. */
export function toCaip({ address, chainId }: LifiToken): CaipAddress | undefined {
  for (const [network, { number, native }] of lifiNetworks) {
    if (number !== chainId) continue
    const isNative = addressKey(network, address) === addressKey(network, native)
    const written = isNative
      ? nativeTokenAddresses[network.slice(0, network.indexOf(':'))]
      : chainAddress(network, address)
    return written === undefined ? undefined : `${network}:${written}`
  }
  return undefined
}
