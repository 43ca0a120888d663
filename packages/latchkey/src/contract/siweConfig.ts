/** Sign-in functions in the shape that hosts have written for other kits; Ethereum only. */

/** The session that a `siweConfig` backend reports. */
export interface SiweSession {
  readonly address: string
  /** A number: there is Ethereum only. */
  readonly chainId: number
}

/** The fields that `createMessage` of a `siweConfig` receives. */
export interface SiweMessageInput {
  readonly address: string
  readonly chainId: number
  readonly nonce: string
  readonly domain: string
  readonly uri: string
  readonly version: '1'
  readonly issuedAt: string
  /** The same as `issuedAt`. */
  readonly iat: string
  readonly statement?: string
  readonly resources?: readonly string[]
}

/** Fields that a host sets for all its sign-in messages. `domain` and `uri` default to the page's. */
export type SiweMessageParams = Partial<Pick<SiweMessageInput, 'domain' | 'uri' | 'statement' | 'resources'>>

/** Sign-in functions in the shape of other kits, for eip155. The flags default to true. */
export interface SiweConfig {
  /** Returns a nonce of the backend. */
  getNonce(address?: string): Promise<string>
  /** Returns the text to sign. */
  createMessage(input: SiweMessageInput): string | Promise<string>
  /** Sends the signed text to the backend. Resolves with whether it was accepted. */
  verifyMessage(input: { message: string; signature: string }): Promise<boolean>
  /** Returns the backend's current session, null without one. */
  getSession(): Promise<SiweSession | null>
  /** Ends the session. Resolves with whether the backend did. */
  signOut(): Promise<boolean>
  /** Returns fields for every message. */
  getMessageParams?(): Promise<SiweMessageParams>
  /** Called after each sign-in. */
  onSignIn?(session?: SiweSession): void
  /** Called after each sign-out. */
  onSignOut?(): void
  /**
   * Whether sign-in is required.
   * @default true
   */
  readonly required?: boolean
  /**
   * Whether disconnecting ends the session.
   * @default true
   */
  readonly signOutOnDisconnect?: boolean
  /**
   * Whether another account ends the session.
   * @default true
   */
  readonly signOutOnAccountChange?: boolean
  /**
   * Whether another network ends the session.
   * @default true
   */
  readonly signOutOnNetworkChange?: boolean
}
