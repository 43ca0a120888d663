import { setTimeout as wait } from 'node:timers/promises'
import type { Acks } from './createAcks.ts'
import type { Hub } from './createHub.ts'
import { keyOf, type Mailbox, placeBefore, type StoredMessage, type WaitingMessage } from './createMailbox.ts'
import { costOfBytes, costOfMessages, type Meter } from './createMeter.ts'
import type { RelaySocket, RunningReplay } from './socket.ts'

const page = 500
/** Mailboxes that are looked through together: an engine takes so many names in one question and no more. */
const mostTopics = 5_000
/** The most of these that are read at once. */
const mostRead = 100
const mostBytes = 262_144
/** Bytes that may lie unsent before the next message is handed out. */
const unsentAhead = 262_144
/** Milliseconds until a mailbox is read again that could not be read. */
const retryPause = 1_000

/** Hands out what a client has not had of these topics, oldest first; what comes live meanwhile follows behind. */
export type Replay = (socket: RelaySocket, topics: Iterable<string>) => Promise<void>

export function createReplay(deps: {
  readonly hub: Hub
  readonly mailbox: Pick<Mailbox, 'count' | 'undelivered' | 'find'>
  readonly acks: Acks
  readonly meter: Pick<Meter, 'pay'>
  /** The messages published on a topic and not yet in the store. */
  readonly flyingOn: (topic: string) => Iterable<StoredMessage>
  /** Resolves once messages that other processes store on these topics are reported. */
  readonly heard: (topics: readonly string[]) => Promise<void>
  readonly now: () => number
  readonly onFailure: (error: unknown) => void
}): Replay {
  const { hub, mailbox, acks, meter } = deps

  const handOut = async (socket: RelaySocket, topics: readonly string[], sent: Set<string>) => {
    const clientId = socket.client.id
    const send = async (message: StoredMessage): Promise<void> => {
      const key = keyOf(message)
      // Unsubscribed while the store was asked: it wants no more of it.
      if (!socket.client.topics.has(message.topic)) return
      if (sent.has(key) || message.publisher === clientId || acks.isMarked(clientId, message)) return
      sent.add(key)
      if (socket.transport.unsent + (socket.gate?.heldBytes ?? 0) <= unsentAhead)
        return hub.push(socket, message)
      const { promise, resolve } = Promise.withResolvers<void>()
      hub.push(socket, message, resolve)
      await promise
    }
    await deps.heard(topics)
    // Read before the store: a message written in between is in both.
    const flying = topics.flatMap(topic => [...deps.flyingOn(topic)])
    const looking = costOfMessages(await mailbox.count(topics, deps.now()))
    for (let after = placeBefore(0); ; ) {
      await meter.pay(socket, looking)
      if (!hub.sockets.has(socket)) return
      const keys = await mailbox.undelivered({ clientId, topics, after, most: page, now: deps.now() })
      const fresh = keys.filter(key => !sent.has(keyOf(key)) && !acks.isMarked(clientId, key))
      for (const some of inPortions(fresh)) {
        await meter.pay(socket, costOfBytes(some.reduce((sum, { bytes }) => sum + bytes, 0)))
        for (const message of await mailbox.find(some)) {
          if (!hub.sockets.has(socket)) return
          await send(message)
        }
      }
      const last = keys.at(-1)
      if (last === undefined || keys.length < page) break
      after = last
    }
    for (const message of flying) if (hub.sockets.has(socket)) await send(message)
  }

  /** What came live follows the mailbox of its topic: before what comes next, or it would be overtaken. */
  const release = (socket: RelaySocket, replay: RunningReplay, sent: Set<string>): void => {
    for (const message of replay.held.splice(0)) {
      const key = keyOf(message)
      if (replay.queued.has(message.topic)) {
        replay.held.push(message)
        continue
      }
      replay.heldBytes -= message.message.length
      if (hub.sockets.has(socket) && socket.client.topics.has(message.topic) && !sent.has(key)) {
        sent.add(key)
        hub.push(socket, message)
      }
    }
  }

  return async (socket, topics) => {
    if (socket.replay !== undefined) {
      for (const topic of topics) socket.replay.queued.add(topic)
      return
    }
    const replay: RunningReplay = { topics: new Set(), queued: new Set(topics), held: [], heldBytes: 0 }
    const sent = new Set<string>()
    socket.replay = replay
    socket.replayed = sent
    while (replay.queued.size > 0 && hub.sockets.has(socket)) {
      replay.topics = new Set([...replay.queued].slice(0, mostTopics))
      for (const topic of replay.topics) replay.queued.delete(topic)
      try {
        await handOut(socket, [...replay.topics], sent)
      } catch (error) {
        deps.onFailure(error)
        // Nothing else would bring it as long as the socket is there.
        for (const topic of replay.topics) replay.queued.add(topic)
        await wait(retryPause, undefined, { ref: false })
      }
      release(socket, replay, sent)
    }
    socket.replay = undefined
    if (sent.size === 0) socket.replayed = undefined
  }
}

/** Messages that are read together: at least one, whatever its size. */
function* inPortions(keys: readonly WaitingMessage[]): Generator<readonly WaitingMessage[]> {
  let from = 0
  let bytes = 0
  for (const [index, key] of keys.entries()) {
    bytes += key.bytes
    if (index === from || (index - from < mostRead && bytes <= mostBytes)) continue
    yield keys.slice(from, index)
    from = index
    bytes = key.bytes
  }
  if (from < keys.length) yield keys.slice(from)
}
