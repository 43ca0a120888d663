/** Sign-in with a wallet: what a host's sign-in provider is (SPEC §3 "Sign-in message", "Session"; §5 "Sign-in"). */
import type { CaipNetworkId } from './caip.ts'

export interface SiwxMessage {
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  readonly domain: string
  readonly uri: string
  readonly version: string
  readonly nonce: string
  readonly serializedMessage?: string
  readonly notBefore?: string
  readonly statement?: string
  readonly resources?: readonly string[]
  readonly requestId?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
}

export interface SiwxSession {
  readonly data: SiwxMessage
  readonly message: string
  readonly signature: string
}

/** Kept by reference; its methods are the host's own. */
export interface Siwx {
  createMessage(
    input: Pick<SiwxMessage, 'accountAddress' | 'chainId'>,
  ): Promise<SiwxMessage & { toString(): string }>
  addSession(session: SiwxSession): Promise<void>
  getSessions(chainId: CaipNetworkId, address: string): Promise<readonly SiwxSession[]>
  setSessions(sessions: readonly SiwxSession[]): Promise<void>
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  getRequired?(): boolean
}
