import {
  checkCount,
  type ResolvedPlace,
  resolveShared,
  type SharedWalletOptions,
} from '../core/sharedOptions.ts'
import type { SimulatedWalletOptions } from '../evm/walletOptions.ts'
import { type BitcoinAddressType, type BitcoinNetworkName, bitcoinNetworks } from './bitcoinKeys.ts'

/** Whose manners a simulated Bitcoin wallet has. */
export type BitcoinShape = 'xverse' | 'leather' | 'unisat'

/** A list on `window` that wallets enter themselves in. */
export type BitcoinRegistry = 'btc_providers' | 'wbip_providers'

/** Options of `createSimulatedBitcoinWallet`; those that it shares with `createSimulatedWallet` mean the same. */
export interface SimulatedBitcoinOptions
  extends Omit<SharedWalletOptions, 'name'>,
    Partial<Pick<SharedWalletOptions, 'name'>>,
    Pick<SimulatedWalletOptions, 'flags'> {
  /**
   * `xverse`: `request(method, params)` with permissions, events and two addresses. `leather`: `getAddresses` with a prompt at each call,
   * two addresses. `unisat`: methods of its own and one address.
   */
  readonly shape: BitcoinShape
  /** How many accounts; 3 unless set, at most 10. Each has its addresses. */
  readonly accounts?: number
  /** `mainnet` unless set. It stays where it was left. */
  readonly network?: BitcoinNetworkName
  /** How the payment address is paid to, or the only one of `unisat`; `p2sh` for `xverse`, else `p2wpkh`, unless set. */
  readonly addressType?: BitcoinAddressType
  /** Where it is on `window`; the own place of the shape's wallet unless set. */
  readonly path?: string
  /** The registries that it enters itself in; `btc_providers` for `xverse`, both for `leather`, none for `unisat`, unless set. */
  readonly registries?: readonly BitcoinRegistry[]
  /** Whether it holds Stacks as well and answers for both with one prompt; false unless set. `unisat` does not. */
  readonly stacks?: boolean
  /** Whether its signatures of BIP-322 begin with `smp`, as the standard has it since 2026; false unless set. */
  readonly signaturePrefix?: boolean
}

/** Options with every default filled in. */
export interface ResolvedBitcoinOptions
  extends Omit<SimulatedBitcoinOptions, keyof ResolvedPlace>,
    ResolvedPlace {
  readonly name: string
  readonly accounts: number
  readonly network: BitcoinNetworkName
  readonly addressType: BitcoinAddressType
  readonly path: string
  readonly registries: readonly BitcoinRegistry[]
}

const shapes: Readonly<
  Record<BitcoinShape, Pick<ResolvedBitcoinOptions, 'name' | 'path' | 'registries' | 'addressType'>>
> = {
  xverse: {
    name: 'Xverse Wallet',
    path: 'XverseProviders.BitcoinProvider',
    registries: ['btc_providers'],
    addressType: 'p2sh',
  },
  leather: {
    name: 'Leather',
    path: 'LeatherProvider',
    registries: ['btc_providers', 'wbip_providers'],
    addressType: 'p2wpkh',
  },
  unisat: { name: 'UniSat Wallet', path: 'unisat', registries: [], addressType: 'p2wpkh' },
}

/** Checks options and fills in their defaults. Throws TypeError for an option that cannot be used. */
export function resolveBitcoinOptions(options: SimulatedBitcoinOptions): ResolvedBitcoinOptions {
  const own = Object.hasOwn(shapes, options.shape) ? shapes[options.shape] : undefined
  if (!own) throw new TypeError(`There is no shape "${String(options.shape)}".`)
  const { accounts = 3, network = 'mainnet' } = options
  checkCount(accounts, 10, 'accounts')
  if (!Object.hasOwn(bitcoinNetworks, network))
    throw new TypeError(`There is no network "${String(network)}".`)
  const { name = own.name } = options
  return { ...own, ...options, name, accounts, network, ...resolveShared({ ...options, name }) }
}
