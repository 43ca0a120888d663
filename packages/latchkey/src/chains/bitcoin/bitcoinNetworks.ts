import { bitcoinPrefixOf } from '../../addresses/bitcoinAddress.ts'
import type { CaipNetworkId } from '../../contract/caip.ts'
import type { Network } from '../../contract/network.ts'

/** A chain of bitcoin, as wallets and addresses name it. */
interface BitcoinChain {
  readonly id: CaipNetworkId
  /** Its name in sats-connect's `wallet_getNetwork`. */
  readonly name: string
  /** Its name in UniSat's `getChain`, and in Wallet Standard without the part before the colon. */
  readonly chain: string
}

/** By their genesis blocks (CAIP-2). */
const chains: readonly BitcoinChain[] = [
  { id: 'bip122:000000000019d6689c085ae165831e93', name: 'Mainnet', chain: 'BITCOIN_MAINNET' },
  { id: 'bip122:000000000933ea01ad0ee984209779ba', name: 'Testnet', chain: 'BITCOIN_TESTNET' },
  { id: 'bip122:00000000da84f2bafbbc53dee25a72ae', name: 'Testnet4', chain: 'BITCOIN_TESTNET4' },
  { id: 'bip122:00000008819873e925422c1ff0f99f7c', name: 'Signet', chain: 'BITCOIN_SIGNET' },
  { id: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', name: 'Regtest', chain: 'BITCOIN_REGTEST' },
]

const prefixOfChain = (id: CaipNetworkId): string | undefined =>
  bitcoinPrefixOf(id.slice(id.indexOf(':') + 1))

/** What the segwit addresses of a network begin with; undefined for a network that says none and is not known. */
export function prefixOf({ caipNetworkId, format }: Network): string | undefined {
  return typeof format?.prefix === 'string' ? format.prefix : prefixOfChain(caipNetworkId)
}

/** The network of a name in a wallet's vocabulary; undefined for one that is not bitcoin's. */
export function networkNamed(kind: 'name' | 'chain', value: unknown): CaipNetworkId | undefined {
  return chains.find(each => each[kind] === value)?.id
}

/** What a wallet calls a network; undefined for one that it has no name for. */
export function nameOf(kind: 'name' | 'chain', { caipNetworkId }: Network): string | undefined {
  return chains.find(({ id }) => id === caipNetworkId)?.[kind]
}

/**
 * The network for addresses with a prefix, where the wallet says no more: the wanted one if it fits, else the first of the host's that
 * does. Test networks share a prefix, so without one of the host's only the other two are certain.
 */
export function networkWith(
  prefix: string | undefined,
  wanted: Network | undefined,
  networks: readonly Network[],
): CaipNetworkId | undefined {
  const listed = wanted ? [wanted, ...networks] : networks
  const fitting = listed.find(each => prefixOf(each) === prefix)?.caipNetworkId
  const known = chains.filter(each => prefixOfChain(each.id) === prefix)
  return fitting ?? (known.length === 1 ? known[0]?.id : undefined)
}
