import type { SimulatedBitcoinOptions } from '../bitcoin/bitcoinOptions.ts'
import type { SimulatedCosmosOptions } from '../cosmos/cosmosOptions.ts'
import type { SimulatedWalletOptions } from '../evm/walletOptions.ts'
import type { SimulatedPolkadotOptions } from '../polkadot/polkadotOptions.ts'
import type { SimulatedSolanaOptions } from '../solana/solanaOptions.ts'
import type { SimulatedStacksOptions } from '../stacks/stacksOptions.ts'
import type { SimulatedSuiOptions } from '../sui/suiOptions.ts'

/** Options of a wallet that is put into a page from outside: plain data only. */
export type PageWalletOptions = Omit<
  SimulatedWalletOptions,
  'clock' | 'expose' | 'origin' | 'post' | 'ready' | 'storage' | 'target'
>

/** Options of a Solana wallet that is put into a page from outside: plain data only. */
export interface PageSolanaWalletOptions
  extends Omit<
    SimulatedSolanaOptions,
    'clock' | 'expose' | 'origin' | 'post' | 'ready' | 'storage' | 'target'
  > {
  readonly namespace: 'solana'
}

/** Options of a Bitcoin wallet that is put into a page from outside: plain data only. */
export interface PageBitcoinWalletOptions
  extends Omit<SimulatedBitcoinOptions, 'clock' | 'expose' | 'origin' | 'ready' | 'storage' | 'target'> {
  readonly namespace: 'bip122'
}

/** Options of a Sui wallet that is put into a page from outside: plain data only. */
export interface PageSuiWalletOptions
  extends Omit<
    SimulatedSuiOptions,
    'build' | 'clock' | 'expose' | 'origin' | 'ready' | 'storage' | 'target'
  > {
  readonly namespace: 'sui'
}

/** Options of a Cosmos wallet that is put into a page from outside: plain data only. */
export interface PageCosmosWalletOptions
  extends Omit<SimulatedCosmosOptions, 'clock' | 'expose' | 'origin' | 'ready' | 'storage' | 'target'> {
  readonly namespace: 'cosmos'
}

/** Options of a Polkadot wallet that is put into a page from outside: plain data only. */
export interface PagePolkadotWalletOptions
  extends Omit<SimulatedPolkadotOptions, 'clock' | 'expose' | 'origin' | 'ready' | 'storage' | 'target'> {
  readonly namespace: 'polkadot'
}

/** Options of a Stacks wallet that is put into a page from outside: plain data only. */
export interface PageStacksWalletOptions
  extends Omit<SimulatedStacksOptions, 'clock' | 'expose' | 'ready' | 'storage' | 'target'> {
  readonly namespace: 'stacks'
}

/** Options of any wallet that is put into a page. */
export type AnyPageWallet =
  | PageWalletOptions
  | PageSolanaWalletOptions
  | PageBitcoinWalletOptions
  | PageSuiWalletOptions
  | PageCosmosWalletOptions
  | PagePolkadotWalletOptions
  | PageStacksWalletOptions

/** The configuration of the script inside the page. */
export interface PageConfig {
  readonly wallets: readonly {
    readonly key: string
    readonly options: AnyPageWallet
  }[]
  readonly hostile: readonly string[]
  /** Name of the function that leads out of the page. */
  readonly binding: string
  /** Whether wallets reach their nodes through that function, out of sight of the page's network and policy. */
  readonly nodeRpc: boolean
  /** Whether wallets are also put into frames. */
  readonly allFrames: boolean
}

/** What a page says to the outside, as JSON. */
export type PageMessage =
  | { readonly type: 'opened'; readonly key: string; readonly blank: boolean }
  | { readonly type: 'post'; readonly url: string; readonly body: string }

/** One control to be used on a wallet. */
export interface ControlCall {
  readonly name: string
  readonly args: readonly unknown[]
}
