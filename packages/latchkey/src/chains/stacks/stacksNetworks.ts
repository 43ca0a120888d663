import { foldStacksAddress, parseStacksAddress, stacksVersionOf } from '../../addresses/stacksAddress.ts'
import type { CaipNetworkId } from '../../contract/caip.ts'
import type { Network } from '../../contract/network.ts'

/** Versions of addresses on mainnet, of one key and of several. */
const mainVersions: readonly number[] = [22, 20]

/** Whether a value is an address in any spelling that people write (SIP-005). */
export function isStacksAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= 41 &&
    parseStacksAddress(foldStacksAddress(value)) !== undefined
  )
}

/** Whether an address is one of mainnet; the others are of every test network. */
function isMain(address: string): boolean {
  return mainVersions.includes(parseStacksAddress(foldStacksAddress(address))?.version ?? 0)
}

/** Whether an address may be on a network: its version says so. */
export function isStacksAddressOn(address: string, network: Pick<Network, 'id'>): boolean {
  return isMain(address) === (stacksVersionOf(network) === 22)
}

/** The word that wallets have for a network. */
export function stacksNetworkName(network: Pick<Network, 'id'>): 'mainnet' | 'testnet' {
  return stacksVersionOf(network) === 22 ? 'mainnet' : 'testnet'
}

/** Where a wallet is that answers an address: the wanted network if it fits, else the first of the host's that does, else its own. */
export function stacksNetworkOf(
  address: string,
  wanted: Network,
  networks: readonly Network[],
): CaipNetworkId {
  const fitting = [wanted, ...networks].find(network => isStacksAddressOn(address, network))
  return fitting?.caipNetworkId ?? (isMain(address) ? 'stacks:1' : 'stacks:2147483648')
}
