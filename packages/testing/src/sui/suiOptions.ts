import {
  chooseAccounts,
  type ResolvedPlace,
  resolveShared,
  type SharedWalletOptions,
} from '../core/sharedOptions.ts'
import { type SuiTestAccount, type SuiTestKey, suiAccountOf, suiTestAccounts } from './suiAccounts.ts'

/** A chain by its name in Wallet Standard, such as `sui:mainnet`. */
export type SimulatedSuiChain = `sui:${string}`

/** The features that a wallet can be without. `sui:signMessage` is the one of old wallets. */
export const suiFeatures = ['sui:signPersonalMessage', 'sui:signMessage', 'sui:signTransaction'] as const

/** The name of such a feature. */
export type SuiFeature = (typeof suiFeatures)[number]

/** Options of `createSimulatedSuiWallet`; those that it shares with `createSimulatedWallet` mean the same. */
export interface SimulatedSuiOptions extends SharedWalletOptions {
  /** A name that stays when the wallet is called otherwise; none unless set. */
  readonly id?: string
  /** How many of `suiTestAccounts`, or keys; 3 unless set. */
  readonly accounts?: number | readonly SuiTestKey[]
  /** `sui:localnet` alone unless set. */
  readonly chains?: readonly SimulatedSuiChain[]
  /** `sui:signPersonalMessage` alone unless set. */
  readonly features?: readonly SuiFeature[]
  /** Features that the wallet does not list before it is connected, as some do; none unless set. */
  readonly lateFeatures?: readonly SuiFeature[]
  /** Whether the wallet connects without a prompt when it is asked silently, known page or not, as some do; false unless set. */
  readonly ignoresSilent?: boolean
  /**
   * Builds the bytes of a transaction from the JSON that sites hand over, as `Transaction.from(json).build({ client })` of `@mysten/sui` does.
   * Without it a wallet that lists `sui:signTransaction` refuses each one (4200).
   */
  readonly build?: (json: string) => Promise<Uint8Array>
  /** Another message that the wallet signs in place of the one it gets; it says so in its answer unless `hidesIt`. */
  readonly signsInstead?: { readonly message: string; readonly hidesIt?: boolean }
}

/** Options with every default filled in. */
export interface ResolvedSuiOptions
  extends Omit<SimulatedSuiOptions, 'accounts' | keyof ResolvedPlace>,
    ResolvedPlace {
  readonly accounts: readonly SuiTestAccount[]
  readonly chains: readonly SimulatedSuiChain[]
  readonly features: readonly SuiFeature[]
  readonly lateFeatures: readonly SuiFeature[]
}

/** Checks options and fills in their defaults. Throws TypeError for an option that cannot be used. */
export function resolveSuiOptions(options: SimulatedSuiOptions): ResolvedSuiOptions {
  const { chains = ['sui:localnet'], features = ['sui:signPersonalMessage'], lateFeatures = [] } = options
  const isChains = Array.isArray(chains) && chains.every(id => /^sui:[a-z]{1,32}$/.test(id))
  if (!isChains || chains.length === 0) throw new TypeError('The chains of a wallet are sui:… names.')
  for (const name of [...features, ...lateFeatures])
    if (!suiFeatures.includes(name)) throw new TypeError(`There is no feature "${String(name)}".`)
  return {
    ...options,
    chains,
    features,
    lateFeatures,
    accounts: chooseAccounts(options.accounts, {
      test: suiTestAccounts,
      key: 'key',
      accountOf: suiAccountOf,
    }),
    ...resolveShared(options),
  }
}
