import type { RelayPrefix } from 'latchkey/services'
import type { MessageKey, StoredMessage } from './createMailbox.ts'
import type { SocketGate } from './createPushGate.ts'

/** How a frame goes out; `ws` behind a few verbs, so that another server could take its place. */
export interface Transport {
  /** `onSent` is called once, also when nothing can be sent any more, with false. */
  send(text: string, onSent?: (isSent: boolean) => void): void
  /** `payload` comes back with the answer. */
  ping(payload?: string): void
  close(code: number, reason: string): void
  /** Sends the close code and stops reading. */
  dismiss(code: number, reason: string): void
  terminate(): void
  /** Takes nothing in any more. */
  pause(): void
  /** Bytes that the peer has not taken yet. */
  readonly unsent: number
}

/** A message that was pushed and is not acknowledged yet. */
export interface Pushed extends MessageKey {
  readonly expiresAt: number
}

/** Mailboxes that are being handed out. */
export interface RunningReplay {
  topics: Set<string>
  /** Whose turn comes next. */
  queued: Set<string>
  /** What came live for any of them meanwhile, and its size: it follows behind, or it would overtake. */
  readonly held: StoredMessage[]
  heldBytes: number
}

/** One connection of a client. */
export interface RelaySocket {
  readonly transport: Transport
  readonly client: RelayClient
  readonly project: string
  readonly address: string
  /** The prefix by which it subscribed, and by which it is pushed to. */
  prefix: RelayPrefix
  /**
   * The topics that this connection subscribed itself. A client that comes back acknowledges whatever arrives, also for
   * topics that it has not restored yet: only what stands here counts as delivered.
   */
  readonly topics: Set<string>
  /** It never subscribed and uses the stored subscriptions of its client. */
  isRestored: boolean
  /** Made with the first push: most sockets are idle. */
  pushed: Map<number, Pushed> | undefined
  replay: RunningReplay | undefined
  /** There while it may have published without having read the acknowledgement. */
  gate: SocketGate | undefined
  /** What came out of mailboxes lately, for which another process may still wake this one; forgotten after a while. */
  replayed: Set<string> | undefined
  /** It was asked to close, because it reads nothing or calls without end: nothing more is pushed to it. */
  isLeaving: boolean
  /** It called without end: nothing more is taken from it. */
  isDismissed: boolean
  isAlive: boolean
  /** Monotonic milliseconds. */
  readonly openedAt: number
  heardAt: number
  tokens: number
  tokensAt: number
  /** Calls refused because they came too fast, less those that were not. */
  refused: number
}

/** The holder of a key, with any number of connections. */
export interface RelayClient {
  readonly id: string
  readonly sockets: Set<RelaySocket>
  /** Its subscriptions and when it last used them, milliseconds since 1970. */
  readonly topics: Map<string, number>
}
