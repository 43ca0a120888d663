import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import {
  checkCount,
  type ResolvedPlace,
  resolveShared,
  type SharedWalletOptions,
} from '../core/sharedOptions.ts'
import type { PostRpc } from './createRpc.ts'
import { isAddress, isChainId } from './params.ts'
import { type SimulatedAccount, testAccounts } from './testAccounts.ts'

/** A chain that a simulated wallet knows. */
export interface SimulatedChain {
  readonly id: number
  /** JSON-RPC URL; without it reading from the chain fails with 4901. */
  readonly rpcUrl?: string
  readonly name?: string
  readonly nativeCurrency?: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

/** Options of `createSimulatedWallet`. All but `post` are plain data or shared by all wallets. */
export interface SimulatedWalletOptions extends SharedWalletOptions {
  /** Reverse domain name, as EIP-6963 asks; also the name of the wallet's memory, unless it has one to be found by. */
  readonly rdns: string
  /** A random one on each load unless set. */
  readonly uuid?: string
  /**
   * How many of `testAccounts`, or private keys; 3 unless set. A key with its address (in EIP-55 letters, and taken at its word)
   * saves deriving that one, which takes a page that has just opened some 50 ms.
   */
  readonly accounts?: number | readonly (Hex | SimulatedAccount)[]
  readonly chains: readonly SimulatedChain[]
  /** The chain the wallet starts on; the first of `chains` unless set. It stays where it was left until this is another. */
  readonly chainId?: number
  /** Whether the provider is also `window.ethereum`; false unless set. */
  readonly legacy?: boolean
  /** Extra properties of the provider, such as `{ isMetaMask: true }`. */
  readonly flags?: Readonly<Record<string, boolean>>
  /** Letters of addresses: `lower`, as the most used wallets send them, or `checksum` (EIP-55); `checksum` unless set. */
  readonly addressCase?: 'checksum' | 'lower'
  /** Whether `wallet_addEthereumChain` also switches to the new chain; true unless set. */
  readonly switchOnAdd?: boolean
  /** Whether the wallet knows EIP-5792 batches; true unless set. */
  readonly batches?: boolean
  /**
   * What the wallet reports as its `atomic` capability (EIP-5792), with which every batch becomes one transaction that succeeds or fails as
   * one: the account delegates to a contract for it (EIP-7702). Unset: `unsupported`, and calls are sent one by one.
   */
  readonly atomic?: 'supported' | 'ready'
  /**
   * Whether the wallet knows `wallet_connect` with `signInWithEthereum` (ERC-7846), one prompt for both; with `never` it knows the
   * method and leaves the signature out. Not there unless set.
   */
  readonly signsOnConnect?: 'always' | 'never'
  /** ERC-20 contracts by chain id for `wallet_getAssets` (EIP-7811); without it the method is not supported. */
  readonly assets?: Readonly<Record<number, readonly Hex[]>>
  /** How the wallet reaches its nodes; `fetch` unless set. */
  readonly post?: PostRpc
}

/** Options with every default filled in. */
export interface ResolvedWalletOptions
  extends Omit<SimulatedWalletOptions, 'accounts' | keyof ResolvedPlace>,
    ResolvedPlace {
  readonly accounts: readonly SimulatedAccount[]
  readonly chains: readonly SimulatedChain[]
  readonly chainId: number
}

/** Checks options and fills in their defaults. Throws TypeError for an option that cannot be used. */
export function resolveWalletOptions(options: SimulatedWalletOptions): ResolvedWalletOptions {
  if (typeof options.rdns !== 'string') throw new TypeError('A simulated wallet needs an "rdns".')
  if (!Array.isArray(options.chains)) throw new TypeError('A simulated wallet needs a list of "chains".')
  const chainId = options.chainId ?? options.chains[0]?.id
  if (chainId === undefined) throw new TypeError('A simulated wallet needs at least one chain.')
  for (const id of [chainId, ...options.chains.map(chain => chain.id)]) {
    if (!isChainId(id)) throw new TypeError(`Chain id ${String(id)} is not usable.`)
  }
  return {
    ...options,
    accounts: resolveAccounts(options.accounts ?? 3),
    chainId,
    ...resolveShared(options),
  }
}

function resolveAccounts(
  accounts: number | readonly (Hex | SimulatedAccount)[],
): readonly SimulatedAccount[] {
  if (typeof accounts === 'number') {
    return testAccounts.slice(0, checkCount(accounts, testAccounts.length, 'test accounts'))
  }
  if (accounts.length === 0) throw new TypeError('A simulated wallet needs at least one private key.')
  return accounts.map(given => {
    const privateKey = typeof given === 'string' ? given : given.privateKey
    const known = testAccounts.find(account => account.privateKey === privateKey)
    if (known !== undefined) return known
    if (!/^0x[0-9a-fA-F]{64}$/.test(privateKey)) {
      throw new TypeError('A private key is 0x and 64 hexadecimal digits.')
    }
    if (typeof given === 'string') return { privateKey, address: privateKeyToAddress(privateKey) }
    if (!isAddress(given.address)) throw new TypeError('An address is 0x and 40 hexadecimal digits.')
    return given
  })
}
