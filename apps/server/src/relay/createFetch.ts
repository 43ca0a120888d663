import type { Acks } from './createAcks.ts'
import type { Outcome } from './createCalls.ts'
import type { Mailbox, MessageKey, StoredMessage } from './createMailbox.ts'
import type { RelaySocket } from './socket.ts'

const mostMessages = 500
/** Bytes of messages in one answer: it has to fit into a frame of the client's, too. */
const mostBytes = 524_288

/** Hands out a mailbox by question and answer. */
export interface Fetch {
  /** `{ messages, hasMore }`, oldest first; what was answered counts as delivered once it has left. */
  (socket: RelaySocket, topics: readonly string[]): Promise<Outcome>
  /** Counts messages as delivered that came another way. */
  receive(socket: RelaySocket, keys: readonly MessageKey[]): Promise<Outcome>
}

export function createFetch(deps: {
  readonly mailbox: Pick<Mailbox, 'undelivered' | 'expiries'>
  readonly acks: Acks
  readonly now: () => number
}): Fetch {
  const { mailbox, acks } = deps

  const fetch = async ({ client }: RelaySocket, topics: readonly string[]): Promise<Outcome> => {
    const messages: StoredMessage[] = []
    let bytes = 0
    let hasMore = false
    for (let after = -1; !hasMore; ) {
      const page = await mailbox.undelivered({
        clientId: client.id,
        topics,
        after,
        most: mostMessages,
        now: deps.now(),
      })
      for (const message of page) {
        if (acks.isMarked(client.id, message)) continue
        bytes += Buffer.byteLength(message.message)
        hasMore = messages.length === mostMessages || (bytes > mostBytes && messages.length > 0)
        if (hasMore) break
        messages.push(message)
      }
      const last = page.at(-1)
      if (last === undefined || page.length < mostMessages) break
      after = last.position
    }
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
      afterwards() {
        for (const { topic, hash, expiresAt } of messages)
          acks.mark({ topic, hash, expiresAt, clientId: client.id })
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
