import {
  chooseAccounts,
  type ResolvedPlace,
  resolveShared,
  type SharedWalletOptions,
} from '../core/sharedOptions.ts'
import {
  type StacksNetworkName,
  type StacksTestAccount,
  stacksAccountOf,
  stacksTestAccounts,
} from './stacksAccounts.ts'

/** An address of another chain that the wallet answers with those of Stacks, in its own words. */
export type StacksOtherAddress = Readonly<Record<string, string>>

/** Whose methods, marks and errors a wallet has. */
export type StacksShape = 'leather' | 'xverse'

/** Options of `createSimulatedStacksWallet`; those that it shares with `createSimulatedWallet` mean the same. */
export interface SimulatedStacksOptions extends Omit<SharedWalletOptions, 'announce' | 'target'> {
  /** Whose methods, marks and errors it has: `leather` (SIP-030) unless set, or `xverse`. */
  readonly shape?: StacksShape
  /** How many of `stacksTestAccounts`, or seeds of 32 bytes; 3 unless set. */
  readonly accounts?: number | readonly (readonly number[])[]
  /** `mainnet` unless set. A request that names a network moves it. */
  readonly network?: StacksNetworkName
  /** What its one prompt answers besides; nothing unless set. */
  readonly others?: readonly StacksOtherAddress[]
  /** Where the wallet is put on `window`, with dots; its place in the ecosystem unless set. */
  readonly path?: string
  /** The page; `window` unless set. */
  readonly target?: object
}

/** Options with every default filled in. */
export interface ResolvedStacksOptions
  extends Omit<SimulatedStacksOptions, 'accounts' | keyof ResolvedPlace>,
    ResolvedPlace {
  readonly accounts: readonly StacksTestAccount[]
  readonly shape: StacksShape
  readonly network: StacksNetworkName
  readonly others: readonly StacksOtherAddress[]
  readonly path: string
}

const places = { leather: 'LeatherProvider', xverse: 'XverseProviders.BitcoinProvider' } as const

/** Checks options and fills in their defaults. @throws TypeError for an option that cannot be used. */
export function resolveStacksOptions(options: SimulatedStacksOptions): ResolvedStacksOptions {
  const { shape = 'leather', network = 'mainnet', others = [], path = places[shape] } = options
  if (path === undefined) throw new TypeError(`There is no shape "${String(shape)}".`)
  const accounts = chooseAccounts(options.accounts, {
    test: stacksTestAccounts,
    key: 'seed',
    accountOf: stacksAccountOf,
  })
  return { ...options, shape, network, others, path, accounts, ...resolveShared(options) }
}
