import type { PairingTransport, PeerMetadata, TopicRpc } from 'latchkey/pairing'
import type { SimulatedAccount } from '../evm/testAccounts.ts'
import type { SiteCall } from './answerCall.ts'
import type { SignersSide } from './createPhoneSigners.ts'
import type { SolanaSide } from './createPhoneSolana.ts'
import type { PhoneAssets } from './grantNamespaces.ts'
import type { PhoneWalletOptions } from './phoneOptions.ts'
import type { PhoneSessions } from './phoneSession.ts'
import type { Verification } from './verifyAsker.ts'

/** What the verbs of the phone work on. */
export interface PhoneWorld {
  readonly options: PhoneWalletOptions
  readonly transport: PairingTransport
  readonly rpc: TopicRpc
  readonly sessions: PhoneSessions
  /** Pairings whose URI was read: topic to the methods it announced. */
  readonly pairings: Map<string, readonly string[]>
  /** Questions of the phone, such as pings, by id. */
  readonly waiting: Map<number, (isFine: boolean) => void>
  /** The phone's metadata, as sites receive it. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** Asks the person about a site; `until` is in seconds since the epoch. */
  ask(question: {
    readonly topic: string
    readonly method: string
    readonly params: Readonly<Record<string, unknown>>
    readonly peer: PeerMetadata
    readonly verification: Verification
    readonly until: number | null | undefined
  }): Promise<unknown>
  /** Has the wallet do what a site asks for, on the chain that it names. */
  carryOut(call: SiteCall): Promise<unknown>
  /** With the accounts of these indexes, or those it shows. */
  assets(indexes?: readonly number[]): PhoneAssets
  account(address: string): SimulatedAccount
  /** What it has of solana; undefined when it has nothing. */
  readonly solana: SolanaSide | undefined
  /** What it has of further namespaces; undefined when it has nothing. */
  readonly signers: SignersSide | undefined
  peerOf(party: { readonly metadata?: unknown }): PeerMetadata
  /** Forgets a topic and its keys. */
  forget(topic: string): Promise<void>
  /** Runs a task later, in milliseconds. */
  after(delay: number, task: () => void): void
  /** Seconds since the epoch. */
  seconds(later?: number): number
  /** A message could not be sent, or a record could not be stored. */
  failed(cause: unknown): void
}
