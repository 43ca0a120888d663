import {
  chooseAccounts,
  type ResolvedPlace,
  resolveShared,
  type SharedWalletOptions,
} from '../core/sharedOptions.ts'
import { type PolkadotTestAccount, polkadotAccountOf, polkadotTestAccounts } from './polkadotAccounts.ts'

/** Options of `createSimulatedPolkadotWallet`; those that it shares with `createSimulatedWallet` mean the same. */
export interface SimulatedPolkadotOptions extends Omit<SharedWalletOptions, 'target'> {
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
export interface ResolvedPolkadotOptions
  extends Omit<SimulatedPolkadotOptions, 'accounts' | keyof ResolvedPlace>,
    ResolvedPlace {
  readonly id: string
  readonly accounts: readonly PolkadotTestAccount[]
}

/** Checks options and fills in their defaults. Throws TypeError for an option that cannot be used. */
export function resolvePolkadotOptions(options: SimulatedPolkadotOptions): ResolvedPolkadotOptions {
  const { id = 'polkadot-js', accounts, target, ...rest } = options
  if (typeof id !== 'string' || id === '') throw new TypeError('The id of a wallet is a text.')
  return {
    ...rest,
    ...(target && { target }),
    id,
    accounts: chooseAccounts(accounts, {
      test: polkadotTestAccounts,
      key: 'secret',
      accountOf: polkadotAccountOf,
    }),
    ...resolveShared(rest),
  }
}
