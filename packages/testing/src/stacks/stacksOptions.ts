import type { WalletStorage } from '../core/createMemory.ts'
import { placeOf } from '../core/placeOf.ts'
import type { SimulatedWalletOptions } from '../evm/walletOptions.ts'
import {
  type StacksNetworkName,
  type StacksTestAccount,
  stacksAccountOf,
  stacksTestAccounts,
} from './stacksAccounts.ts'

/** An address of another chain that the wallet answers with those of Stacks, in its own words. */
export type OtherAddress = Readonly<Record<string, string>>

/** Whose methods, marks and errors a wallet has. */
export type StacksShape = 'leather' | 'xverse'

/** Options of `createSimulatedStacksWallet`; those that it shares with `createSimulatedWallet` mean the same. */
export interface SimulatedStacksOptions
  extends Pick<
    SimulatedWalletOptions,
    | 'name'
    | 'icon'
    | 'script'
    | 'mode'
    | 'connected'
    | 'locked'
    | 'memory'
    | 'expose'
    | 'storage'
    | 'clock'
    | 'ready'
  > {
  /** Whose methods, marks and errors it has: `leather` (SIP-030) unless set, or `xverse`. */
  readonly shape?: StacksShape
  /** How many of `stacksTestAccounts`, or seeds of 32 bytes; 3 unless set. */
  readonly accounts?: number | readonly (readonly number[])[]
  /** `mainnet` unless set. A request that names a network moves it. */
  readonly network?: StacksNetworkName
  /** What its one prompt answers besides; nothing unless set. */
  readonly others?: readonly OtherAddress[]
  /** Where the wallet is put on `window`, with dots; its place in the ecosystem unless set. */
  readonly path?: string
  /** The page; `window` unless set. */
  readonly target?: object
}

/** Options with every default filled in. */
export interface ResolvedStacksOptions extends Omit<SimulatedStacksOptions, 'accounts' | 'storage'> {
  readonly accounts: readonly StacksTestAccount[]
  readonly shape: StacksShape
  readonly network: StacksNetworkName
  readonly others: readonly OtherAddress[]
  readonly path: string
  readonly storage: WalletStorage | undefined
}

const places = { leather: 'LeatherProvider', xverse: 'XverseProviders.BitcoinProvider' } as const

/** Checks options and fills in their defaults. @throws TypeError for an option that cannot be used. */
export function resolveStacksOptions(options: SimulatedStacksOptions): ResolvedStacksOptions {
  const { name, shape = 'leather', network = 'mainnet', others = [], path = places[shape] } = options
  if (typeof name !== 'string') throw new TypeError('A simulated wallet needs a "name".')
  if (path === undefined) throw new TypeError(`There is no shape "${String(shape)}".`)
  const accounts = resolveAccounts(options.accounts ?? 3)
  return { ...options, shape, network, others, path, accounts, storage: placeOf(options).storage }
}

function resolveAccounts(accounts: number | readonly (readonly number[])[]): readonly StacksTestAccount[] {
  if (typeof accounts !== 'number') {
    if (accounts.length === 0) throw new TypeError('A simulated wallet needs at least one seed.')
    return accounts.map(stacksAccountOf)
  }
  if (!Number.isInteger(accounts) || accounts < 1 || accounts > stacksTestAccounts.length)
    throw new TypeError(`A simulated wallet has 1 to ${stacksTestAccounts.length} test accounts.`)
  return stacksTestAccounts.slice(0, accounts)
}
