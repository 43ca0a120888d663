import type { Verification } from '@latchkey/testing/phone'
import type { Network } from 'latchkey'
import type { Address } from 'viem'
import type { Asked } from '../requests/readRequest.ts'

/** A site, as it says it is: text without characters that hide, cut to a length. */
export interface Peer {
  readonly name: string
  readonly description: string
  /** `https://shop.example`; absent unless it said a web address. */
  readonly origin?: string
  /** An https or data picture. */
  readonly icon?: string
}

/** A site that the phone is connected to. */
export interface Connection {
  readonly topic: string
  readonly peer: Peer
  readonly verification: Verification
  /** CAIP-2 ids of the networks that it may use. */
  readonly chains: readonly string[]
  readonly accounts: readonly string[]
  readonly methods: readonly string[]
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

interface AnyPrompt {
  readonly id: string
  readonly peer: Peer
  /** What the services say of where it is (T94). */
  readonly verification: Verification
  /** Milliseconds since the epoch; the site no longer waits afterwards. Absent when the site set none. */
  readonly expiresAt?: number
}

/** A site wants to connect. */
export interface ConnectPrompt extends AnyPrompt {
  readonly kind: 'connect'
  /** Networks of the phone's that were asked for: CAIP-2 ids. */
  readonly chains: readonly string[]
  /** How many more were asked for that the phone does not have. */
  readonly unknownCount: number
  /** Networks that the site cannot do without, and the phone does not have: CAIP-2 ids. */
  readonly missing: readonly string[]
  /** Methods that the phone would grant. */
  readonly methods: readonly string[]
}

/** A site wants to connect and have a sign-in signed, with one approval. */
export interface SignInPrompt extends AnyPrompt {
  readonly kind: 'signIn'
  readonly chains: readonly string[]
  /** Whom the message signs in to; it may differ from what the site says it is. */
  readonly domain: string
  /** The message to sign, word for word, by the selected account. */
  readonly message: string
}

/** A connected site asks for something. */
export interface RequestPrompt extends AnyPrompt {
  readonly kind: 'request'
  /** CAIP-2. */
  readonly chain: string
  readonly asked: Asked
}

export type Prompt = ConnectPrompt | SignInPrompt | RequestPrompt

/** An event, shown once. */
export interface Notice {
  readonly id: number
  readonly text: string
}

/** Where the phone stands with its relay; it goes there only when there is something to hear. */
export type RelayState = 'idle' | 'connecting' | 'online' | 'offline'

/** Everything the screens draw; a new object after each change. */
export interface PhoneState {
  readonly relay: RelayState
  readonly words: string
  readonly accounts: readonly Address[]
  /** The same accounts on solana. */
  readonly solana: readonly string[]
  /** Addresses on each further network, by its CAIP-2 id, in the order of the accounts. */
  readonly further: Readonly<Record<string, readonly string[]>>
  /** Index of the account that sites see: the phone shows one at a time, the same to all. */
  readonly selected: number
  /** Of EVM. */
  readonly chainId: number
  /** Of every ecosystem. */
  readonly networks: readonly Network[]
  /** Of the selected account on the network; absent while it is unknown. */
  readonly balance?: bigint
  readonly connections: readonly Connection[]
  /** Oldest first. */
  readonly prompts: readonly Prompt[]
  readonly notices: readonly Notice[]
  /** A link was read, and its site has not asked for anything yet: milliseconds since the epoch until when it may. */
  readonly waitsUntil?: number
}

/** The phone as the screens use it. */
export interface Phone {
  readonly state: PhoneState
  subscribe(listener: () => void): () => void
  /** Reads a pairing link and waits for what its site asks. @throws Error with a sentence for the visitor. */
  pair(uri: string): Promise<void>
  approve(promptId: string): void
  reject(promptId: string): void
  disconnect(topic: string): Promise<void>
  selectAccount(index: number): void
  selectNetwork(chainId: number): void
  /** Asks the chain for the balance again. */
  refresh(): void
  /** Asks the local stack for test money. @throws Error with a sentence for the visitor. */
  fund(): Promise<void>
  notify(text: string): void
  dismiss(noticeId: number): void
}
