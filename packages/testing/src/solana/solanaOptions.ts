import {
  chooseAccounts,
  type ResolvedPlace,
  resolveShared,
  type SharedWalletOptions,
} from '../core/sharedOptions.ts'
import type { SimulatedWalletOptions } from '../evm/walletOptions.ts'
import { accountOf, type SolanaTestAccount, solanaTestAccounts } from './solanaAccounts.ts'

/** A chain that a simulated Solana wallet declares, by its name in Wallet Standard. */
export interface SimulatedSolanaChain {
  /** `solana:mainnet`, `solana:devnet`, `solana:testnet` or `solana:localnet`. */
  readonly id: `solana:${string}`
  /** JSON-RPC URL; without it the wallet cannot send there. */
  readonly rpcUrl?: string
}

/** The features that a wallet can be without. */
export const solanaFeatures = [
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
] as const

/** The name of such a feature. */
export type SolanaFeature = (typeof solanaFeatures)[number]

/** Options of `createSimulatedSolanaWallet`; those that it shares with `createSimulatedWallet` mean the same. */
export interface SimulatedSolanaOptions extends SharedWalletOptions, Pick<SimulatedWalletOptions, 'post'> {
  /** How many of `solanaTestAccounts`, or seeds of 32 bytes; 3 unless set. */
  readonly accounts?: number | readonly (readonly number[])[]
  /** `solana:localnet` alone, without a node, unless set. */
  readonly chains?: readonly SimulatedSolanaChain[]
  /** All of `solanaFeatures` unless set. */
  readonly features?: readonly SolanaFeature[]
  /** Features that the wallet does not list before it is connected, as some do; none unless set. */
  readonly lateFeatures?: readonly SolanaFeature[]
  /** Whether the wallet connects without a prompt when it is asked silently, known page or not, as some do; false unless set. */
  readonly ignoresSilent?: boolean
}

/** Options with every default filled in. */
export interface ResolvedSolanaOptions
  extends Omit<SimulatedSolanaOptions, 'accounts' | keyof ResolvedPlace>,
    ResolvedPlace {
  readonly accounts: readonly SolanaTestAccount[]
  readonly chains: readonly SimulatedSolanaChain[]
  readonly features: readonly SolanaFeature[]
  readonly lateFeatures: readonly SolanaFeature[]
}

/** Checks options and fills in their defaults. Throws TypeError for an option that cannot be used. */
export function resolveSolanaOptions(options: SimulatedSolanaOptions): ResolvedSolanaOptions {
  const { chains = [{ id: 'solana:localnet' }], features = solanaFeatures, lateFeatures = [] } = options
  const isChains = Array.isArray(chains) && chains.every(({ id }) => /^solana:[a-zA-Z0-9]{1,32}$/.test(id))
  if (!isChains || chains.length === 0) throw new TypeError('The chains of a wallet are solana:… names.')
  for (const name of [...features, ...lateFeatures])
    if (!solanaFeatures.includes(name)) throw new TypeError(`There is no feature "${String(name)}".`)
  return {
    ...options,
    chains,
    features,
    lateFeatures,
    accounts: chooseAccounts(options.accounts, { test: solanaTestAccounts, key: 'seed', accountOf }),
    ...resolveShared(options),
  }
}
