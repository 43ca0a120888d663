import type { WalletStorage } from '../core/createMemory.ts'
import { placeOf } from '../core/placeOf.ts'
import type { SimulatedWalletOptions } from '../evm/walletOptions.ts'
import { type PolkadotTestAccount, polkadotAccountOf, polkadotTestAccounts } from './polkadotAccounts.ts'

/** Options of `createSimulatedPolkadotWallet`; those that it shares with `createSimulatedWallet` mean the same. */
export interface SimulatedPolkadotOptions
  extends Pick<
    SimulatedWalletOptions,
    | 'name'
    | 'icon'
    | 'script'
    | 'mode'
    | 'connected'
    | 'locked'
    | 'announce'
    | 'memory'
    | 'expose'
    | 'storage'
    | 'clock'
    | 'ready'
    | 'origin'
  > {
  /** The name in `window.injectedWeb3`; `polkadot-js` unless set. */
  readonly id?: string
  /** The page that it puts itself into; the window unless set. */
  readonly target?: object
  /** How many of `polkadotTestAccounts`, or secrets with their types; 3 unless set. */
  readonly accounts?: number | readonly Omit<PolkadotTestAccount, 'address'>[]
  /** Whether it can sign texts; true unless set. */
  readonly signsTexts?: boolean
  /** Whether it signs texts without `<Bytes>` around them, as faulty wallets do; false unless set. */
  readonly signsBare?: boolean
  /** Whether signatures have the key's type in front; false unless set. */
  readonly typedSignatures?: boolean
}

/** Options with every default filled in. */
export interface ResolvedPolkadotOptions extends Omit<SimulatedPolkadotOptions, 'accounts' | 'storage'> {
  readonly id: string
  readonly accounts: readonly PolkadotTestAccount[]
  readonly origin: string
  readonly storage: WalletStorage | undefined
}

/** Checks options and fills in their defaults. Throws TypeError for an option that cannot be used. */
export function resolvePolkadotOptions(options: SimulatedPolkadotOptions): ResolvedPolkadotOptions {
  const { id = 'polkadot-js', accounts = 3, target, ...rest } = options
  if (typeof options.name !== 'string') throw new TypeError('A simulated wallet needs a "name".')
  if (typeof id !== 'string' || id === '') throw new TypeError('The id of a wallet is a text.')
  return {
    ...rest,
    ...(target && { target }),
    id,
    accounts: resolveAccounts(accounts),
    ...placeOf(rest),
  }
}

function resolveAccounts(
  accounts: NonNullable<SimulatedPolkadotOptions['accounts']>,
): readonly PolkadotTestAccount[] {
  if (typeof accounts !== 'number') {
    if (accounts.length === 0) throw new TypeError('A simulated wallet needs at least one secret.')
    return accounts.map(polkadotAccountOf)
  }
  if (!Number.isInteger(accounts) || accounts < 1 || accounts > polkadotTestAccounts.length)
    throw new TypeError(`A simulated wallet has 1 to ${polkadotTestAccounts.length} test accounts.`)
  return polkadotTestAccounts.slice(0, accounts)
}
