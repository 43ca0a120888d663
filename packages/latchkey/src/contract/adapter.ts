/**
 * What a chain namespace brings (DESIGN, "Four nouns"): a descriptor that finds wallets, and an adapter loaded on demand that turns a foreign provider into abilities. An ability that a provider does
 * not have is absent, never stubbed.
 */
import type { Account } from './account.ts'
import type { CaipAddress, CaipNetworkId, ChainNamespace } from './caip.ts'
import type { Network } from './network.ts'
import type { DiscoveredWallet } from './wallet.ts'

export interface DiscoverOptions {
  /** False: announcements are not listened for (`enableEIP6963`). */
  readonly announced: boolean
  /** False: globals such as `window.ethereum` are not used (`enableInjected`). */
  readonly injected: boolean
}

/** What `evm()` and its siblings return: a few lines in the first chunk, the rest by `import()`. */
export interface AdapterDescriptor {
  readonly namespace: ChainNamespace
  /** Listens for this ecosystem's wallets in the page, from when the widget loads; answers the stop. */
  discover(
    target: Window,
    options: DiscoverOptions,
    found: (wallet: DiscoveredWallet) => void,
  ): (() => void) | Promise<() => void>
  load(): Promise<ChainAdapter>
}

/** What a provider says of itself: never empty accounts when connected. */
export interface ProviderState {
  readonly accounts: readonly Account[]
  readonly caipNetworkId: CaipNetworkId
}

export type ProviderChange =
  | { readonly type: 'accounts'; readonly accounts: readonly Account[] }
  | { readonly type: 'network'; readonly caipNetworkId: CaipNetworkId }
  | { readonly type: 'disconnected' }

export interface ConnectProviderOptions {
  /** True: must not prompt; answers undefined when this origin is not authorised. */
  readonly silent: boolean
  /** Networks of the host for this namespace. */
  readonly networks: readonly Network[]
  readonly signal: AbortSignal
}

/** What a connected provider can do; all optional but watching. */
export interface ProviderAbilities {
  /**
   * Moves the wallet to the network, adding it first when the wallet does not know it (4902), and answers the
   * network the wallet really is on afterwards.
   * @throws LatchkeyError SWITCH_REJECTED, SWITCH_FAILED, WALLET_BAD_ANSWER.
   */
  readonly switchNetwork?: (network: Network) => Promise<CaipNetworkId>
  /** Signs a text as the ecosystem's wallets do; answers the signature in its usual text form. */
  readonly signMessage?: (options: {
    readonly account: CaipAddress
    readonly message: string
  }) => Promise<string>
  /** Ends the connection in the wallet, where the ecosystem has such a call. */
  readonly disconnect?: (options: { readonly revoke: boolean }) => Promise<void>
}

/** JSON-RPC to a chain, with the host's URLs, time-outs and retries; errors are LatchkeyErrors. */
export type RpcRequest = (
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
) => Promise<unknown>

export interface ChainAdapter {
  readonly namespace: ChainNamespace
  isAddress(value: unknown): value is string
  /** The usual written form of an address (EIP-55 for eip155). The input has passed `isAddress`. */
  formatAddress(address: string): string
  /**
   * Asks the provider for accounts and network, and parses the answer.
   * @throws LatchkeyError CONNECTION_REJECTED, CONNECT_FAILED, WALLET_BAD_ANSWER, MODAL_CLOSED (aborted).
   */
  connect(provider: unknown, options: ConnectProviderOptions): Promise<ProviderState | undefined>
  /** Listens to what the wallet changes by itself; changes that make no sense are dropped. */
  watch(provider: unknown, changed: (change: ProviderChange) => void): () => void
  abilities(provider: unknown): ProviderAbilities
  /** Native balance in base units. */
  nativeBalance?(rpc: RpcRequest, address: string): Promise<bigint>
}
