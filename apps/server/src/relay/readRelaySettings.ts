import { relayLimits } from 'latchkey/services'
import { type ReadVariable, Wrong, wholeNumber } from '../core/settings/readers.ts'

export interface RelaySettings {
  /** The URLs under which clients know the relay; empty: there is none, except in development. */
  readonly publicUrls: readonly string[]
  /** Milliseconds over which sockets are let go when the server stops. */
  readonly drainTime: number | undefined
  readonly limits: RelayServerLimits
}

/** What one relay takes; `relayLimits` of the contract has the defaults and what each means. */
export interface RelayServerLimits {
  readonly message: number
  readonly mailboxMessages: number
  readonly mailbox: number
  readonly subscribersPerTopic: number
  readonly subscriptionsPerClient: number
  /** Of all clients together. */
  readonly subscriptions: number
  readonly callsPerSecond: number
  readonly callsBurst: number
  readonly handshakesPerMinute: number
  readonly handshakesBurst: number
  readonly handshakesPerMinuteOfClient: number
  readonly socketsPerAddress: number
  /** In one process. */
  readonly socketsPerProject: number
  /** Bytes that the mailboxes of a project keep together. */
  readonly projectBytes: number
  /** Bytes of the unfinished messages of an address. */
  readonly unfinishedBytes: number
  /** Refused sockets that wait for their refusal. */
  readonly refusals: number
  /** Milliseconds before a refusal is sent. */
  readonly refusalDelay: number
}

/** Whether these services have a relay. */
export function hasRelay(settings: {
  readonly relay: RelaySettings
  readonly development: boolean
}): boolean {
  return settings.relay.publicUrls.length > 0 || settings.development
}

export function readRelaySettings(read: ReadVariable): RelaySettings {
  const count = (name: string, fallback: number, most: number) => read(name, fallback, wholeNumber(1, most))
  return {
    publicUrls: read('RELAY_PUBLIC_URLS', [], socketUrls),
    drainTime: read<number | undefined>('RELAY_DRAIN_MS', undefined, wholeNumber(0, 3_600_000)),
    limits: {
      message: count('RELAY_MESSAGE_BYTES', relayLimits.message, relayLimits.frame),
      mailboxMessages: count('RELAY_MAILBOX_MESSAGES', relayLimits.mailboxMessages, 100_000),
      mailbox: count('RELAY_MAILBOX_BYTES', relayLimits.mailbox, 1_000_000_000),
      subscribersPerTopic: count('RELAY_SUBSCRIBERS_PER_TOPIC', relayLimits.subscribersPerTopic, 10_000),
      subscriptionsPerClient: count(
        'RELAY_SUBSCRIPTIONS_PER_CLIENT',
        relayLimits.subscriptionsPerClient,
        100_000,
      ),
      subscriptions: count('RELAY_SUBSCRIPTIONS', 10_000_000, 10_000_000_000),
      callsPerSecond: count('RELAY_CALLS_PER_SECOND', relayLimits.callsPerSecond, 1_000_000),
      callsBurst: count('RELAY_CALLS_BURST', relayLimits.callsBurst, 10_000_000),
      handshakesPerMinute: count('RELAY_HANDSHAKES_PER_MINUTE', relayLimits.handshakesPerMinute, 10_000_000),
      handshakesBurst: count('RELAY_HANDSHAKES_BURST', relayLimits.handshakesBurst, 10_000_000),
      handshakesPerMinuteOfClient: count(
        'RELAY_HANDSHAKES_PER_MINUTE_OF_CLIENT',
        relayLimits.handshakesPerMinuteOfClient,
        10_000_000,
      ),
      socketsPerAddress: count('RELAY_SOCKETS_PER_ADDRESS', relayLimits.socketsPerAddress, 10_000_000),
      socketsPerProject: count('RELAY_SOCKETS_PER_PROJECT', 50_000, 10_000_000),
      projectBytes: count('RELAY_PROJECT_BYTES', 4_294_967_296, 1_000_000_000_000),
      unfinishedBytes: count('RELAY_UNFINISHED_BYTES', 2_097_152, 1_000_000_000_000),
      refusals: count('RELAY_REFUSALS', 500, 1_000_000),
      refusalDelay: read('RELAY_REFUSAL_DELAY_MS', relayLimits.refusalDelay, wholeNumber(0, 60_000)),
    },
  }
}

function socketUrls(text: string): readonly string[] {
  return text.split(',').map(part => {
    const url = part.trim()
    if (!URL.canParse(url) || !/^wss?:$/.test(new URL(url).protocol) || /[?#@\s]/.test(url))
      throw new Wrong('must list ws or wss URLs, separated by commas, such as wss://relay.example.com/relay')
    return url
  })
}
