/** The way to the relay as the session protocol sees it: one for all tabs of a browser, whichever tab holds the socket. */
import type { LatchkeyError } from '../../contract/error.ts'

/** Where the link stands. It opens only once there is a topic. */
export type RelayState =
  | { readonly status: 'idle' }
  | { readonly status: 'connecting' }
  | { readonly status: 'connected' }
  /** Down; the next try is at `retryAt`. `since` is when it went down (both ms since the epoch; F06). */
  | { readonly status: 'waiting'; readonly retryAt: number; readonly since: number }
  /** Refused for good, to be shown: wrong project, origin or clock. `retry()` begins anew. */
  | { readonly status: 'refused'; readonly error: LatchkeyError }
  | { readonly status: 'closed' }

/** One message to a topic. */
export interface RelayPublish {
  readonly topic: string
  /** The envelope, base64. */
  readonly message: string
  readonly tag: number
  /** Seconds the relay keeps it, and how long it is sent again after a cut. */
  readonly ttl: number
  /** Whether the wallet's phone may be woken. */
  readonly prompt?: boolean
  /** What the services say of the page that made it; the relay hands it on unread (T94). */
  readonly attestation?: string
}

/** A message that the relay delivered. */
export interface RelayMessage {
  readonly topic: string
  /** The envelope, base64. */
  readonly message: string
  readonly tag: number
  /** Milliseconds since the epoch by the relay's clock. */
  readonly publishedAt: number
  /** As it came with the message: nothing is proven before a wallet has checked it (T94). */
  readonly attestation?: string
  /**
   * Whether this tab answers and writes the store. The others see the message too, to settle what they wait for, and
   * must neither send nor store because of it (F36).
   */
  readonly leads: boolean
}

export interface RelayLink {
  readonly state: RelayState
  /**
   * Receives the topics from now on, after a reconnect as well; resolves when the relay said so.
   * @throws LatchkeyError as `publish`. The topics are asked for again until `unsubscribe`.
   */
  subscribe(topics: readonly string[]): Promise<void>
  /** Forgets the topics at once, and unsubscribes at the relay when it is reachable. */
  unsubscribe(topics: readonly string[]): Promise<void>
  /**
   * Resolves when the relay has the message safe. After a cut it is sent again with the same id until its ttl ends.
   * @throws LatchkeyError at once when the relay refuses (F02, relay.md §1.5); APKT004 when its ttl ended;
   * RPC_ABORTED when the link is closed.
   */
  publish(message: RelayPublish): Promise<void>
  /**
   * One call such as wc_proposeSession, sent again after a cut like `publish`; `ttl` of the params bounds it, else 300 s.
   * A relay without the method throws with `context.relayCode` -32601 or -32600: fall back to subscribe and publish.
   */
  call(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>
  /**
   * Hears each message once, in the relay's order; the next waits for the listener's promise, then it is acknowledged.
   * A second listener hears it as well.
   */
  onMessage(listener: (message: RelayMessage) => void | Promise<void>): () => void
  onState(listener: (state: RelayState) => void): () => void
  /** Begins anew after 'refused' or without waiting for the next try. */
  retry(): void
  /** The relay's clock in ms since the epoch, as far as it is known; else this machine's (F38). */
  serverNow(): number
  close(): void
}
