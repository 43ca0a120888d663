import {
  checkCount,
  type ResolvedPlace,
  resolveShared,
  type SharedWalletOptions,
} from '../core/sharedOptions.ts'
import { type CosmosKeys, type CosmosTestAccount, cosmosTestAccounts } from './cosmosAccounts.ts'

/** A chain that a simulated Cosmos wallet knows. */
export interface SimulatedCosmosChain {
  /** Its chain id, such as `cosmoshub-4`. */
  readonly id: string
  /** What its addresses begin with. */
  readonly prefix: string
  /** `secp256k1` unless set. */
  readonly keys?: CosmosKeys
}

/** Methods of Keplr that a wallet can be without. */
export type KeplrMethod =
  | 'disable'
  | 'experimentalSuggestChain'
  | 'getKeysSettled'
  | 'signAmino'
  | 'signArbitrary'

/** Options of `createSimulatedCosmosWallet`; those that it shares with `createSimulatedWallet` mean the same. */
export interface SimulatedCosmosOptions extends SharedWalletOptions {
  /** The page; `window` unless set. The wallet puts its globals there and sends its event there. */
  readonly target?: EventTarget
  /** Paths of the globals at which the wallet puts itself; `['keplr']` unless set. */
  readonly paths?: readonly string[]
  /** The event that says that the visitor chose another account; `keplr_keystorechange` unless set. */
  readonly changed?: string
  /** How many of `cosmosTestAccounts`; 3 unless set. */
  readonly accounts?: number
  /** The Cosmos Hub, Osmosis and Injective unless set. */
  readonly chains?: readonly SimulatedCosmosChain[]
  /** Methods that the wallet lacks; none unless set. */
  readonly without?: readonly KeplrMethod[]
  /** Further members of the wallet's object, such as `{ isLeap: true }`. */
  readonly flags?: Readonly<Record<string, unknown>>
  /** Whether the accounts are on a device; false unless set. */
  readonly isLedger?: boolean
}

/** Options with every default filled in. */
export interface ResolvedCosmosOptions
  extends Omit<SimulatedCosmosOptions, 'accounts' | keyof ResolvedPlace>,
    ResolvedPlace {
  readonly accounts: readonly CosmosTestAccount[]
  readonly chains: readonly SimulatedCosmosChain[]
  readonly paths: readonly string[]
  readonly changed: string
  readonly without: readonly KeplrMethod[]
}

const usualChains: readonly SimulatedCosmosChain[] = [
  { id: 'cosmoshub-4', prefix: 'cosmos' },
  { id: 'osmosis-1', prefix: 'osmo' },
  { id: 'injective-1', prefix: 'inj', keys: 'ethsecp256k1' },
]

/** Checks options and fills in their defaults. @throws TypeError for an option that cannot be used. */
export function resolveCosmosOptions(options: SimulatedCosmosOptions): ResolvedCosmosOptions {
  const { accounts = 3, chains = usualChains } = options
  if (!chains.every(({ id, prefix }) => /^[-\w]{1,48}$/.test(id) && /^[a-z0-9]{1,83}$/.test(prefix)))
    throw new TypeError('A chain of a wallet has an id and a prefix.')
  return {
    ...options,
    chains,
    accounts: cosmosTestAccounts.slice(0, checkCount(accounts, cosmosTestAccounts.length, 'test accounts')),
    paths: options.paths ?? ['keplr'],
    changed: options.changed ?? 'keplr_keystorechange',
    without: options.without ?? [],
    ...resolveShared(options),
  }
}
