import { createHash } from 'node:crypto'
import { relayCloseCodes, relayLimits } from 'latchkey/services'
import type { Acks } from './createAcks.ts'
import { keyOf, type StoredMessage } from './createMailbox.ts'
import type { PushGate } from './createPushGate.ts'
import type { RelayMetrics } from './relayMetrics.ts'
import type { RelayClient, RelaySocket, RunningReplay } from './socket.ts'

/** Pushes of one socket that are remembered until they are acknowledged. */
const mostPushed = 5_000

/** The connected sockets of this process and their topics. */
export interface Hub {
  readonly clients: ReadonlyMap<string, RelayClient>
  readonly sockets: ReadonlySet<RelaySocket>
  /** The client of a key, known as long as it has a socket. */
  clientOf(clientId: string): RelayClient
  join(socket: RelaySocket): void
  leave(socket: RelaySocket): void
  listen(client: RelayClient, topic: string, seenAt: number): void
  ignore(client: RelayClient, topic: string): void
  isHeard(topic: string): boolean
  /** To every socket of every client that listens, except the publisher's. */
  deliver(message: StoredMessage): void
  push(socket: RelaySocket, message: StoredMessage, onSent?: () => void): void
  acknowledge(socket: RelaySocket, pushId: number, isTaken: boolean): boolean
  /** Ends a socket whose peer reads too slowly. */
  letGo(socket: RelaySocket): void
}

export function createHub(deps: {
  readonly acks: Acks
  readonly gate: PushGate
  readonly metrics: RelayMetrics
  readonly now: () => number
  /** Called with a topic that has its first listener, and with one that has none any more. */
  readonly onFirst?: (topic: string) => void
  readonly onNone?: (topic: string) => void
}): Hub {
  const { acks, gate, metrics } = deps
  const clients = new Map<string, RelayClient>()
  const sockets = new Set<RelaySocket>()
  const listeners = new Map<string, Set<RelayClient>>()
  let lastPush = 0

  const ignore = (client: RelayClient, topic: string): void => {
    client.topics.delete(topic)
    for (const socket of client.sockets) socket.topics.delete(topic)
    const those = listeners.get(topic)
    those?.delete(client)
    if (those?.size !== 0) return
    listeners.delete(topic)
    deps.onNone?.(topic)
  }

  /** A reader that is too slow has its messages in the mailbox; here they would fill the memory (T91). */
  const letGo = (socket: RelaySocket): void => {
    if (socket.isLeaving) return
    socket.isLeaving = true
    metrics.closed('slow')
    socket.transport.close(relayCloseCodes.tooMany, 'Messages are not read')
  }

  const hold = (socket: RelaySocket, replay: RunningReplay, message: StoredMessage): void => {
    if (socket.isLeaving) return
    replay.heldBytes += message.message.length
    if (replay.heldBytes > relayLimits.unsent) letGo(socket)
    else replay.held.push(message)
  }

  const push = (socket: RelaySocket, message: StoredMessage, onSent?: () => void): void =>
    gate.pass(socket, message.message.length, () => pushNow(socket, message, onSent))

  const pushNow = (socket: RelaySocket, message: StoredMessage, onSent?: () => void): void => {
    const { transport, client } = socket
    if (socket.isLeaving || transport.unsent > relayLimits.unsent) {
      letGo(socket)
      onSent?.()
      return
    }
    // A number that JavaScript and JSON carry exactly, with 16 digits; those with 19 come back broken.
    lastPush = Math.max(lastPush + 1, deps.now() * 1_000)
    const { topic, hash, expiresAt } = message
    socket.pushed ??= new Map()
    socket.pushed.set(lastPush, { topic, hash, expiresAt })
    if (socket.pushed.size > mostPushed) socket.pushed.delete(socket.pushed.keys().next().value as number)
    metrics.pushed()
    transport.send(
      `{"id":${lastPush},"jsonrpc":"2.0","method":"${socket.prefix}_subscription","params":{"id":"${subscriptionId(topic, client.id)}","data":${dataOf(message)}}}`,
      onSent,
    )
  }

  return {
    clients,
    sockets,
    clientOf: id => clients.get(id) ?? { id, sockets: new Set(), topics: new Map() },
    join(socket) {
      clients.set(socket.client.id, socket.client)
      socket.client.sockets.add(socket)
      sockets.add(socket)
    },
    leave(socket) {
      const { client } = socket
      sockets.delete(socket)
      gate.open(socket)
      client.sockets.delete(socket)
      if (client.sockets.size > 0 || clients.get(client.id) !== client) return
      clients.delete(client.id)
      for (const topic of [...client.topics.keys()]) ignore(client, topic)
    },
    listen(client, topic, seenAt) {
      client.topics.set(topic, seenAt)
      const those = listeners.get(topic)
      if (those !== undefined) {
        those.add(client)
        return
      }
      listeners.set(topic, new Set([client]))
      deps.onFirst?.(topic)
    },
    ignore,
    isHeard: topic => listeners.has(topic),
    deliver(message) {
      for (const client of listeners.get(message.topic) ?? []) {
        if (client.id === message.publisher) continue
        for (const socket of client.sockets) {
          const { replay } = socket
          if (replay?.topics.has(message.topic) || replay?.queued.has(message.topic))
            hold(socket, replay, message)
          else if (socket.replayed?.has(keyOf(message)) !== true) push(socket, message)
        }
      }
    },
    push,
    acknowledge(socket, pushId, isTaken) {
      const message = socket.pushed?.get(pushId)
      if (message === undefined) return false
      socket.pushed?.delete(pushId)
      if (socket.pushed?.size === 0) socket.pushed = undefined
      if (isTaken && (socket.isRestored || socket.topics.has(message.topic))) {
        metrics.acknowledged()
        acks.mark({ ...message, clientId: socket.client.id })
      }
      return true
    },
    letGo,
  }
}

/** What the clients that name one themselves send back: SHA-256 of topic and client. */
export function subscriptionId(topic: string, clientId: string): string {
  return createHash('sha256')
    .update(topic + clientId)
    .digest('hex')
}

/** A message as clients see it, as JSON. */
export function dataOf({ topic, message, publishedAt, tag, attestation }: StoredMessage): string {
  return JSON.stringify({ topic, message, publishedAt, tag, attestation })
}
