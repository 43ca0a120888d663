/**
 * The parts of wagmi that we use, as shapes. Wagmi 2, wagmi 3 and its core alone fit them, so that none has to be
 * installed for the types of another. Nor does a host's copy of viem have to be ours.
 */

export type Address = `0x${string}`

/** The events that a connector emits to wagmi. */
export interface ConnectorEmitter {
  emit(event: 'connect', data: { accounts: readonly Address[]; chainId: number }): void
  emit(event: 'change', data: { accounts?: readonly Address[]; chainId?: number }): void
  emit(event: 'disconnect'): void
}

/** What wagmi's `createConfig` hands to each connector. */
export interface ConnectorConfig<Chain extends { readonly id: number }> {
  readonly chains: readonly [Chain, ...Chain[]]
  readonly emitter: ConnectorEmitter
  readonly storage?:
    | { setItem(key: 'recentConnectorId', value: string): void | Promise<void> }
    | null
    | undefined
}

/** Any connector of the host's config. */
export interface WagmiConnector {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly uid: string
  readonly icon?: string | undefined
  readonly emitter: { emit(event: 'disconnect'): void }
  disconnect(): Promise<void>
  getProvider(): Promise<unknown>
}

export interface WagmiState {
  readonly chainId: number
  readonly current: string | null
  readonly status: 'connected' | 'connecting' | 'disconnected' | 'reconnecting'
  readonly connections: ReadonlyMap<string, { readonly connector: WagmiConnector }>
}

/** The config that a host made with wagmi's `createConfig`. */
export interface WagmiConfig {
  readonly chains: readonly { readonly id: number }[]
  readonly connectors: readonly WagmiConnector[]
  readonly state: WagmiState
  readonly storage: { setItem(key: never, value: never): unknown } | null
  setState(change: never): void
  subscribe(selector: never, listener: never): () => void
  readonly _internal: {
    readonly connectors: {
      setup(make: never): unknown
      setState(change: never): void
    }
  }
}
