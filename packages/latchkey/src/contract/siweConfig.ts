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
