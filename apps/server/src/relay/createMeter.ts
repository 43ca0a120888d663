import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../core/http/appTypes.ts'
import type { RelayServerLimits } from './readRelaySettings.ts'
import { RelayError } from './relayError.ts'
import type { RelaySocket } from './socket.ts'

/** Bytes that cost a call to read or to hand out, which no single message is. */
const bytesPerCall = 163_840
/** Messages of mailboxes that cost a call to look through. */
const messagesPerCall = 100

/** What a socket may do: calls per second, in which everything larger is counted too. */
export interface Meter {
  /** The calls that a socket has left. */
  left(socket: RelaySocket): number
  /**
   * `before` is what the same call was charged already: a bucket that was full when it came counts as full.
   * @throws RelayError TooManyRequests when the socket has not as many left.
   */
  charge(socket: RelaySocket, cost: number, before?: number): void
  /** For calls that are never refused: takes the cost, and resolves once the socket has no debt. */
  pay(socket: RelaySocket, cost: number): Promise<void>
}

export function createMeter(deps: {
  readonly limits: Pick<RelayServerLimits, 'callsPerSecond' | 'callsBurst'>
  readonly clock: Clock
}): Meter {
  const { limits, clock } = deps

  const left = (socket: RelaySocket): number => {
    const now = clock()
    const gained = (Math.max(0, now - socket.tokensAt) / 1_000) * limits.callsPerSecond
    socket.tokens = Math.min(limits.callsBurst, socket.tokens + gained)
    socket.tokensAt = now
    return socket.tokens
  }

  return {
    left,
    charge(socket, cost, before = 0) {
      // A batch that is larger than the bucket passes when the bucket is full, and then takes longer to refill.
      if (left(socket) < Math.min(cost, limits.callsBurst - before)) {
        socket.refused += cost
        throw new RelayError('TooManyRequests')
      }
      socket.tokens -= cost
      socket.refused = Math.max(0, socket.refused - cost)
    },
    async pay(socket, cost) {
      socket.tokens = left(socket) - cost
      for (let owed = -socket.tokens; owed > 0; owed = -left(socket))
        await wait(Math.ceil((owed / limits.callsPerSecond) * 1_000), undefined, { ref: false })
    },
  }
}

/** What so many bytes cost. */
export const costOfBytes = (bytes: number): number => Math.floor(bytes / bytesPerCall)

/** The cost of reading mailboxes with so many messages, delivered or not. */
export const costOfMessages = (messages: number): number => Math.floor(messages / messagesPerCall)
