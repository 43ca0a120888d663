/** The parts of the official SDKs that the peers use, as far as they are the same in all lines. */

export interface SdkSession {
  readonly topic: string
  /** Seconds since 1970. */
  readonly expiry: number
  /** Whether the other side has said that it has it. */
  readonly acknowledged: boolean
  readonly namespaces: SdkNamespaces
  readonly peer: { readonly metadata: { readonly name: string } }
  readonly sessionProperties?: Readonly<Record<string, string>>
}

export type SdkNamespaces = Readonly<Record<string, SdkNamespace>>
export interface SdkNamespace {
  readonly accounts: readonly string[]
  readonly chains?: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

export interface SdkReason {
  readonly code: number
  readonly message: string
}

type Listen = (event: string, listener: (data: never) => void) => unknown

export interface SdkSignClient {
  readonly core: {
    readonly relayer: { readonly connected: boolean }
    readonly storage: { setItem(key: string, value: unknown): Promise<void> }
  }
  readonly session: { getAll(): readonly SdkSession[] }
  connect(params: unknown): Promise<{ readonly uri?: string; approval(): Promise<SdkSession> }>
  authenticate(params: unknown): Promise<{ readonly uri?: string; response(): Promise<SdkAuthentication> }>
  request(params: unknown): Promise<unknown>
  ping(params: { readonly topic: string }): Promise<void>
  disconnect(params: { readonly topic: string; readonly reason: SdkReason }): Promise<void>
  readonly on: Listen
}

/** A signed sign-in message (CACAO). */
export interface SdkCacao {
  readonly p: {
    readonly iss: string
    readonly nonce: string
    readonly domain: string
    readonly statement?: string
  }
  readonly s: { readonly t: string; readonly s: string }
}

export interface SdkAuthentication {
  readonly auths?: readonly SdkCacao[] | null
  readonly session?: SdkSession
}

export interface SdkProvider {
  readonly client: SdkSignClient
  readonly session?: SdkSession
  connect(params: unknown): Promise<SdkSession | undefined>
  authenticate(params: unknown): Promise<SdkAuthentication>
  request(request: { readonly method: string; readonly params: unknown }, chainId: string): Promise<unknown>
  disconnect(): Promise<void>
  readonly on: Listen
}

export interface SdkProposal {
  readonly id: number
  readonly verifyContext?: { readonly verified: { readonly validation: string } }
  readonly params: {
    readonly requiredNamespaces: Readonly<Record<string, SdkRequested>>
    readonly optionalNamespaces?: Readonly<Record<string, SdkRequested>>
    readonly proposer: { readonly metadata: { readonly name: string } }
  }
}
export interface SdkRequested {
  readonly chains?: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

export interface SdkSessionRequest {
  readonly id: number
  readonly topic: string
  readonly params: {
    readonly chainId: string
    readonly request: { readonly method: string; readonly params: unknown }
  }
}

export interface SdkSignIn {
  readonly id: number
  readonly topic: string
  readonly params: {
    readonly authPayload: { readonly chains: readonly string[] }
    readonly requester: { readonly metadata: { readonly name: string } }
  }
}

export interface SdkWallet {
  pair(params: { readonly uri: string }): Promise<unknown>
  approveSession(params: {
    readonly id: number
    readonly namespaces: SdkNamespaces
    readonly sessionProperties?: Readonly<Record<string, string>>
  }): Promise<SdkSession>
  rejectSession(params: { readonly id: number; readonly reason: SdkReason }): Promise<void>
  respondSessionRequest(params: { readonly topic: string; readonly response: unknown }): Promise<void>
  updateSession(params: { readonly topic: string; readonly namespaces: SdkNamespaces }): Promise<unknown>
  extendSession(params: { readonly topic: string }): Promise<unknown>
  emitSessionEvent(params: unknown): Promise<void>
  disconnectSession(params: { readonly topic: string; readonly reason: SdkReason }): Promise<void>
  getActiveSessions(): Readonly<Record<string, SdkSession>>
  formatAuthMessage(params: { readonly request: unknown; readonly iss: string }): string
  approveSessionAuthenticate(params: {
    readonly id: number
    readonly auths: readonly unknown[]
  }): Promise<unknown>
  rejectSessionAuthenticate(params: { readonly id: number; readonly reason: SdkReason }): Promise<void>
  readonly engine: { readonly signClient: SdkSignClient }
  readonly on: Listen
}
