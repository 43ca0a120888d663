import type { AnnounceTime } from '../core/announceTime.ts'
import type { Clock } from '../core/clock.ts'
import type { PromptMode } from '../core/createConductor.ts'
import { pageStorage, type WalletStorage } from '../core/createMemory.ts'
import type { WalletScript } from '../core/createScript.ts'
import type { PostRpc } from '../evm/createRpc.ts'
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

/** Options of `createSimulatedSolanaWallet`. All but the last group are plain data, so that they can cross into a page. */
export interface SimulatedSolanaOptions {
  readonly name: string
  /** A `data:` URL; a coloured tile with the wallet's initial unless set. */
  readonly icon?: string
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
  readonly script?: WalletScript
  /** What the wallet does with prompts; `approve` unless set. */
  readonly mode?: PromptMode
  /** Whether the site was connected before the page loaded; false unless set. What the wallet remembers goes first. */
  readonly connected?: boolean
  readonly locked?: boolean
  /** `'now'` unless set. */
  readonly announce?: AnnounceTime
  /** Whether the wallet remembers between page loads; true unless set. */
  readonly memory?: boolean
  /** Name under which the wallet is put on `window.__latchkeyWallets` for tests to find, and remembers; not put there unless set. */
  readonly expose?: string

  /** Where the wallet registers itself; `window` unless set. */
  readonly target?: EventTarget
  /** Where the wallet remembers; `localStorage` unless set. */
  readonly storage?: WalletStorage
  readonly clock?: Clock
  /** How the wallet reaches its nodes; `fetch` unless set. */
  readonly post?: PostRpc
  /** Requests wait for this before the wallet looks at them, so that its script can still be set. */
  readonly ready?: Promise<unknown>
  /** The origin that asks; the page's unless set. */
  readonly origin?: string
}

/** Options with every default filled in. */
export interface ResolvedSolanaOptions extends Omit<SimulatedSolanaOptions, 'accounts' | 'storage'> {
  readonly accounts: readonly SolanaTestAccount[]
  readonly chains: readonly SimulatedSolanaChain[]
  readonly features: readonly SolanaFeature[]
  readonly lateFeatures: readonly SolanaFeature[]
  readonly origin: string
  readonly storage: WalletStorage | undefined
}

/** Checks options and fills in their defaults. Throws TypeError for an option that cannot be used. */
export function resolveSolanaOptions(options: SimulatedSolanaOptions): ResolvedSolanaOptions {
  const { chains = [{ id: 'solana:localnet' }], features = solanaFeatures, lateFeatures = [] } = options
  if (typeof options.name !== 'string') throw new TypeError('A simulated wallet needs a "name".')
  const isChains = Array.isArray(chains) && chains.every(({ id }) => /^solana:[a-zA-Z0-9]{1,32}$/.test(id))
  if (!isChains || chains.length === 0) throw new TypeError('The chains of a wallet are solana:… names.')
  for (const name of [...features, ...lateFeatures])
    if (!solanaFeatures.includes(name)) throw new TypeError(`There is no feature "${String(name)}".`)
  return {
    ...options,
    chains,
    features,
    lateFeatures,
    accounts: resolveAccounts(options.accounts ?? 3),
    origin: options.origin ?? (typeof location === 'object' ? location.origin : 'null'),
    storage: options.memory === false ? undefined : (options.storage ?? pageStorage()),
  }
}

function resolveAccounts(accounts: number | readonly (readonly number[])[]): readonly SolanaTestAccount[] {
  if (typeof accounts !== 'number') {
    if (accounts.length === 0) throw new TypeError('A simulated wallet needs at least one seed.')
    return accounts.map(accountOf)
  }
  if (!Number.isInteger(accounts) || accounts < 1 || accounts > solanaTestAccounts.length)
    throw new TypeError(`A simulated wallet has 1 to ${solanaTestAccounts.length} test accounts.`)
  return solanaTestAccounts.slice(0, accounts)
}
