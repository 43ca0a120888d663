/** What tests and the processes of their peers say to each other. */

/** A session as either side reports it. */
export interface SessionView {
  readonly topic: string
  /** CAIP-10, sorted. */
  readonly accounts: readonly string[]
  /** Seconds since 1970. */
  readonly expiry: number
  /** What the other side calls itself. */
  readonly peer: string
  /** What the wallet said of its accounts, where it did; on the dapp's side alone. */
  readonly properties?: Readonly<Record<string, unknown>>
}

/** How a peer starts: what it is, where it remembers things and how it reaches the relay. */
export interface PeerOptions {
  /** The peer's name, which the other side gets to see. */
  readonly name: string
  /** Folder of its own; a process that is started again with the same one is the same peer. */
  readonly storage: string
  readonly relayUrl: string
  readonly projectId: string
}

/** An SDK of others: a package, and the folder where it is installed. */
export interface PackageOptions extends PeerOptions {
  readonly folder: string
  readonly package: string
}

/** Our own wallet for tests. */
export interface PhoneOptions extends PeerOptions, WalletKeys {}

/** What a wallet has. */
export interface WalletKeys {
  /** Private keys as hex; the first one is shown first. On solana the same bytes are the seed. */
  readonly keys: readonly `0x${string}`[]
  /** CAIP-2. */
  readonly chains: readonly string[]
  /** Where it sends transactions of solana. */
  readonly solanaNode?: string
}

export interface WalletOptions extends PackageOptions, WalletKeys {
  readonly canSignIn: boolean
}

export interface AskedPart {
  /** CAIP-2. */
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** Of our own client: old chain id → today's. */
  readonly aliases?: Readonly<Record<string, string>>
}

/** What is asked for in eip155, and in other namespaces where it is; no chain of eip155: in the others alone. */
export interface ConnectParams extends AskedPart {
  readonly solana?: AskedPart
  /** By namespace, the further ones. */
  readonly others?: Readonly<Record<string, AskedPart>>
}

export interface SignInParams extends ConnectParams {
  readonly nonce: string
  readonly domain: string
  readonly uri: string
  readonly statement: string
}

export interface RequestParams {
  readonly topic: string
  readonly chainId: string
  readonly method: string
  /** A list in eip155, an object in solana. */
  readonly params: unknown
}

/** What a wallet does with what arrives; `hold` leaves it unanswered. */
export type Answer = 'approve' | 'reject' | 'hold'
export interface Behaviour {
  readonly proposals: Answer
  readonly requests: Answer
  readonly signIns: Answer
}

/** A dapp's result: a session, and the signature that came with its approval. */
export interface Approval {
  readonly session: SessionView
  readonly proofs: readonly {
    readonly account: string
    readonly message: string
    readonly signature: string
  }[]
}
