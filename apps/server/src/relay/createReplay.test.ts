import { expect, it } from 'vitest'
import { createHub } from './createHub.ts'
import type { StoredMessage } from './createMailbox.ts'
import { createReplay } from './createReplay.ts'
import { silentRelayMetrics } from './relayMetrics.ts'
import { hashOf, newTopic } from './relayPeer.fixture.ts'
import type { RelaySocket } from './socket.ts'

const [kept, left] = [newTopic(), newTopic()]
const message = (topic: string, text: string): StoredMessage => ({
  topic,
  hash: hashOf(text),
  position: 1,
  publishedAt: 1,
  expiresAt: 9e12,
  tag: 0,
  publisher: 'dapp',
  attestation: null,
  message: text,
})

it('hands out nothing of a topic that was left while the store was asked', async () => {
  const acks = { mark() {}, isMarked: () => false, flush: async () => {} }
  const hub = createHub({ acks, metrics: silentRelayMetrics, now: Date.now })
  const asked = Promise.withResolvers<readonly StoredMessage[]>()
  const replay = createReplay({
    hub,
    mailbox: {
      count: async () => 2,
      undelivered: async () => (await asked.promise).map(each => ({ ...each, bytes: 1 })),
      find: async () => asked.promise,
    },
    acks,
    meter: { pay: async () => {} },
    flyingOn: () => [],
    now: Date.now,
    onFailure: error => {
      throw error
    },
  })
  const sent: string[] = []
  const client = hub.clientOf('wallet')
  const transport = {
    send: (text: string) => sent.push(JSON.parse(text).params.data.message),
    ping() {},
    close() {},
    dismiss() {},
    terminate() {},
    pause() {},
    unsent: 0,
  }
  const socket: RelaySocket = {
    transport,
    client,
    project: '',
    address: '',
    prefix: 'irn',
    topics: new Set([kept, left]),
    isRestored: false,
    pushed: undefined,
    replay: undefined,
    replayed: undefined,
    isLeaving: false,
    isDismissed: false,
    isAlive: true,
    openedAt: 0,
    heardAt: 0,
    tokens: 1,
    tokensAt: 0,
    refused: 0,
  }
  hub.join(socket)
  for (const topic of [kept, left]) hub.listen(client, topic, 1)
  const done = replay(socket, [kept, left])
  hub.deliver(message(left, 'live, held behind the mailbox'))
  hub.ignore(client, left)
  asked.resolve([message(left, 'of the one'), message(kept, 'of the other')])
  await done
  expect(sent).toEqual(['of the other'])
})
