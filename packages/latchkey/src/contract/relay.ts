/**
 * The relay protocol as JSON-RPC 2.0 over a WebSocket: names, numbers and texts that client and server share. It holds no
 * schema, so that a page pays for none; those are in relayMessages.ts.
 */

/** The prefixes of the relay's methods. Pushes use the prefix that the subscriber used. */
export const relayPrefixes = ['irn', 'waku', 'iridium'] as const

/** A prefix of the relay's methods. */
export type RelayPrefix = (typeof relayPrefixes)[number]

/** The methods that a client may call, written with the `irn` prefix. */
export const relayMethods = {
  publish: 'irn_publish',
  batchPublish: 'irn_batchPublish',
  subscribe: 'irn_subscribe',
  batchSubscribe: 'irn_batchSubscribe',
  subscribeBlocking: 'irn_subscribeBlocking',
  batchSubscribeBlocking: 'irn_batchSubscribeBlocking',
  unsubscribe: 'irn_unsubscribe',
  batchUnsubscribe: 'irn_batchUnsubscribe',
  fetchMessages: 'irn_fetchMessages',
  batchFetchMessages: 'irn_batchFetchMessages',
  batchReceive: 'irn_batchReceive',
  proposeSession: 'wc_proposeSession',
  approveSession: 'wc_approveSession',
} as const

/** The method that the relay calls with a message for a subscribed topic. The result `true` acknowledges it. */
export const relayPush = 'irn_subscription'

/** The path that a relay answers on; `/` works too. */
export const relayPath = '/relay'

/**
 * The relay's limits (T88–T91). Times are in seconds where the protocol carries them, else in milliseconds; sizes are
 * in bytes. Those of the server are its defaults.
 */
export const relayLimits = {
  /** Longest time for which a message may be kept, in seconds. */
  ttl: 2_592_000,
  /** The same for tags 1116 to 1119. */
  signInTtl: 3_600,
  /** One message as it travels: base64 of an envelope. */
  message: 131_072,
  /** One frame, a batch for example. */
  frame: 1_048_576,
  /** Topics, messages or receipts in one call; calls in one JSON-RPC batch. */
  batch: 500,
  mailboxMessages: 1_000,
  mailbox: 4_194_304,
  /** Clients, not sockets. */
  subscribersPerTopic: 4,
  subscriptionsPerClient: 5_000,
  /** How long an unused subscription is stored. */
  subscriptionIdle: 2_592_000_000,
  /** Calls of one socket; each message of a batch counts. */
  callsPerSecond: 15,
  callsBurst: 100,
  /** New sockets. */
  handshakesPerMinute: 60,
  handshakesBurst: 20,
  handshakesPerMinuteOfClient: 10,
  socketsPerAddress: 200,
  /** Unsent bytes of a socket whose reader is too slow. */
  unsent: 1_048_576,
  /** The relay pings this often and lets go of who missed one. */
  ping: 30_000,
  /** A refusal comes this late, or clients that come back at once would storm (relay close code 3000). */
  refusalDelay: 2_000,
  /** A client with no subscription that says nothing is let go (4008). */
  stale: 300_000,
  /** Seconds by which clocks may differ. */
  clockLeeway: 120,
  /** Seconds for which a client's token counts. */
  tokenLifetime: 86_400,
} as const

/** The codes with which a relay closes a socket. */
export const relayCloseCodes = {
  /** The server stops: come back. */
  goingAway: 1_001,
  /** Too much, too fast, or read too slowly: come back later. */
  tooMany: 1_013,
  /** Refused, with the reason as text: coming back does not help. */
  refused: 3_000,
  /** Connected with no subscription and silent. */
  stale: 4_008,
  /** Load is moved elsewhere: come back. */
  rebalance: 4_010,
} as const

/** The reasons of a close with code 3000, and the error code that each maps to (SPEC §8). */
export const relayRefusals = {
  projectMissing: { reason: 'Project ID is missing', error: 'APKT008' },
  projectUnknown: { reason: 'Unauthorized: invalid key', error: 'APKT007' },
  origin: { reason: 'Unauthorized: origin not allowed', error: 'APKT002' },
  tokenMissing: { reason: 'Unauthorized: auth token is missing', error: 'APKT007' },
  tokenInvalid: { reason: 'Unauthorized: auth token is invalid', error: 'APKT007' },
  audience: { reason: 'Unauthorized: auth token is for another relay', error: 'APKT007' },
  /** Numbers follow the colon. */
  tokenEarly: { reason: 'JWT Token is not yet valid', error: 'APKT006' },
  tokenExpired: { reason: 'JWT Token is expired', error: 'APKT006' },
} as const

/** The reason of a close with code 3000. */
export type RelayRefusal = keyof typeof relayRefusals

/** The errors in the relay's answers: `code`, `message`, and the key as `data`. */
export const relayErrors = {
  InvalidJsonRpcVersion: { code: -32_600, message: 'Invalid JSON-RPC version' },
  InvalidRequestId: { code: -32_600, message: 'Invalid request id' },
  InvalidMethod: { code: -32_600, message: 'Invalid method' },
  InvalidParams: { code: -32_600, message: 'Invalid parameters' },
  InvalidTopic: { code: -32_600, message: 'Invalid topic' },
  PayloadSizeExceeded: { code: -32_600, message: 'Payload size limit exceeded' },
  BatchLimitExceeded: { code: -32_600, message: 'The batch is too large' },
  BatchEmpty: { code: -32_600, message: 'The batch is empty' },
  Serialization: { code: -32_600, message: 'Serialization failed' },
  TtlTooShort: { code: -32_000, message: 'The ttl is too short' },
  TtlTooLong: { code: -32_000, message: 'The ttl is too long' },
  MailboxLimitExceeded: { code: -32_000, message: 'The mailbox of the topic is full' },
  SubscriberLimitExceeded: { code: -32_000, message: 'The topic or the client has too many subscriptions' },
  TooManyRequests: { code: 3_001, message: 'Too many requests' },
  /** The relay cannot keep anything now; the same call may be tried again. */
  Internal: { code: -32_603, message: 'Internal error' },
} as const

/** The name of an error in the relay's answers. */
export type RelayErrorName = keyof typeof relayErrors

/** A kind of message: its tag, its time to live in seconds, and whether it should wake a phone. */
export interface RelayKind {
  readonly tag: number
  readonly ttl: number
  readonly prompt: boolean
}

const kind = (tag: number, ttl: number, prompt = false): RelayKind => ({ tag, ttl, prompt })

/** The messages of the session protocol by method. Answers have kinds of their own. */
export const relayKinds = {
  pairingDelete: { request: kind(1_000, 86_400), response: kind(1_001, 86_400) },
  pairingPing: { request: kind(1_002, 30), response: kind(1_003, 30) },
  sessionPropose: {
    request: kind(1_100, 300, true),
    response: kind(1_101, 300),
    reject: kind(1_120, 300),
    autoReject: kind(1_121, 300),
  },
  sessionSettle: { request: kind(1_102, 300), response: kind(1_103, 300) },
  sessionUpdate: { request: kind(1_104, 86_400), response: kind(1_105, 86_400) },
  sessionExtend: { request: kind(1_106, 86_400), response: kind(1_107, 86_400) },
  sessionRequest: { request: kind(1_108, 300, true), response: kind(1_109, 300) },
  sessionEvent: { request: kind(1_110, 300, true), response: kind(1_111, 300) },
  sessionDelete: { request: kind(1_112, 86_400), response: kind(1_113, 86_400) },
  sessionPing: { request: kind(1_114, 86_400), response: kind(1_115, 86_400) },
  sessionAuthenticate: {
    request: kind(1_116, 3_600, true),
    response: kind(1_117, 3_600),
    reject: kind(1_118, 300),
    autoReject: kind(1_119, 300),
  },
} as const
