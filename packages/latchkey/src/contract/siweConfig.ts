/** Sign-in functions in the shape that hosts have written for other kits; Ethereum only. */

/** Who is signed in, as such a backend says it. */
export interface SiweSession {
  readonly address: string
  /** A number: there is Ethereum only. */
  readonly chainId: number
}

/** What `createMessage` is given; which of it a host's text names is up to the host. */
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

/** What a host says for all its texts; domain and URI are the page's where it says none. */
export type SiweMessageParams = Partial<Pick<SiweMessageInput, 'domain' | 'uri' | 'statement' | 'resources'>>

/** The functions that hosts have written for other kits. */
export interface SiweConfig {
  getNonce(address?: string): Promise<string>
  createMessage(input: SiweMessageInput): string | Promise<string>
  verifyMessage(input: { message: string; signature: string }): Promise<boolean>
  getSession(): Promise<SiweSession | null>
  signOut(): Promise<boolean>
  getMessageParams?(): Promise<SiweMessageParams>
  onSignIn?(session?: SiweSession): void
  onSignOut?(): void
  /** Default true each. */
  readonly required?: boolean
  readonly signOutOnDisconnect?: boolean
  readonly signOutOnAccountChange?: boolean
  readonly signOutOnNetworkChange?: boolean
}
