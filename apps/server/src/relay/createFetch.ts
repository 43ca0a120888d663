import type { Acks } from './createAcks.ts'
import type { Outcome } from './createCalls.ts'
import { type Mailbox, type MessageKey, placeBefore, type WaitingMessage } from './createMailbox.ts'
import { costOfBytes, costOfMessages, type Meter } from './createMeter.ts'
import type { RelaySocket } from './socket.ts'

const mostMessages = 500
/** Bytes of messages in one answer: it has to fit into a frame of the client's, too. */
const mostBytes = 524_288

/** Hands out a mailbox by question and answer. */
export interface Fetch {
  /**
   * Returns `{ messages, hasMore }`, oldest first; the messages count as delivered once the answer was sent. `cost` is
   * the call's charge so far.
   */
  (socket: RelaySocket, topics: readonly string[], cost: number): Promise<Outcome>
  /** Counts messages as delivered that came another way. */
  receive(socket: RelaySocket, keys: readonly MessageKey[]): Promise<Outcome>
}

export function createFetch(deps: {
  readonly mailbox: Pick<Mailbox, 'count' | 'undelivered' | 'find' | 'expiries'>
  readonly acks: Acks
  readonly meter: Pick<Meter, 'charge'>
  readonly now: () => number
}): Fetch {
  const { mailbox, acks, meter } = deps

  const fetch = async (socket: RelaySocket, topics: readonly string[], cost: number): Promise<Outcome> => {
    const { client } = socket
    // Before anything large is read: many questions may come at once.
    const looking = costOfMessages(await mailbox.count(topics, deps.now()))
    meter.charge(socket, looking, cost)
    const keys: WaitingMessage[] = []
    let bytes = 0
    let hasMore = false
    for (let after = placeBefore(0); !hasMore; ) {
      const page = await mailbox.undelivered({
        clientId: client.id,
        topics,
        after,
        most: mostMessages,
        now: deps.now(),
      })
      for (const key of page) {
        if (acks.isMarked(client.id, key)) continue
        hasMore = keys.length === mostMessages || (bytes + key.bytes > mostBytes && keys.length > 0)
        if (hasMore) break
        bytes += key.bytes
        keys.push(key)
      }
      const last = page.at(-1)
      if (last === undefined || page.length < mostMessages) break
      after = last
    }
    meter.charge(socket, costOfBytes(bytes), cost + looking)
    const messages = await mailbox.find(keys)
    const marks = messages.map(({ topic, hash, expiresAt }) => ({
      topic,
      hash,
      expiresAt,
      clientId: client.id,
    }))
    return {
      result: {
        messages: messages.map(({ topic, message, publishedAt, tag, attestation }) => ({
          topic,
          message,
          publishedAt,
          tag,
          ...(attestation === null ? {} : { attestation }),
        })),
        hasMore,
      },
      onSent() {
        for (const mark of marks) acks.mark(mark)
      },
    }
  }

  return Object.assign(fetch, {
    async receive({ client }: RelaySocket, keys: readonly MessageKey[]): Promise<Outcome> {
      for (const found of await mailbox.expiries(keys)) acks.mark({ ...found, clientId: client.id })
      return { result: true }
    },
  })
}
