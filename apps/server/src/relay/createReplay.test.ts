import { expect, it } from 'vitest'
import { eachStore } from '../core/store/eachStore.fixture.ts'
import { StoreError } from '../core/store/storeError.ts'
import { parseEnvironment } from '../parseEnvironment.ts'
import { createHub } from './createHub.ts'
import { createMailbox, keyOf, type Mailbox, type StoredMessage } from './createMailbox.ts'
import { createPushGate } from './createPushGate.ts'
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

type Reads = Pick<Mailbox, 'count' | 'undelivered' | 'find'>

/** Creates a mailbox that waits for `undelivered`. */
function reading(undelivered: () => Promise<readonly StoredMessage[]>): Reads {
  const known = new Map<string, StoredMessage>()
  return {
    count: async () => 2,
    undelivered: async () => {
      const messages = await undelivered()
      for (const each of messages) known.set(keyOf(each), each)
      return messages.map(each => ({ ...each, bytes: 1 }))
    },
    find: async keys => keys.flatMap(key => known.get(keyOf(key)) ?? []),
  }
}

function open(mailbox: Reads) {
  const acks = { mark() {}, isMarked: () => false, flush: async () => {} }
  const gate = createPushGate({ clock: () => performance.now() })
  const hub = createHub({ acks, gate, metrics: silentRelayMetrics, now: Date.now })
  const failures: unknown[] = []
  const replay = createReplay({
    heard: async () => {},
    hub,
    mailbox,
    acks,
    meter: { pay: async () => {} },
    flyingOn: () => [],
    now: Date.now,
    onFailure: error => failures.push(error),
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
    gate: undefined,
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
  return { hub, client, socket, replay, sent, failures }
}

it('hands out nothing of a topic that was left while the store was asked', async () => {
  const asked = Promise.withResolvers<readonly StoredMessage[]>()
  const { hub, client, socket, replay, sent, failures } = open(reading(() => asked.promise))
  const done = replay(socket, [kept, left])
  hub.deliver(message(left, 'live, held behind the mailbox'))
  hub.ignore(client, left)
  asked.resolve([message(left, 'of the one'), message(kept, 'of the other')])
  await done
  expect(sent).toEqual(['of the other'])
  expect(failures).toEqual([])
})

it('reads a mailbox again that could not be read, and what came live meanwhile follows behind', async () => {
  const busy = new StoreError({ code: 'busy', message: 'busy' })
  let asked = 0
  const { hub, socket, replay, sent, failures } = open(
    reading(async () => {
      if (asked++ === 0) throw busy
      return [message(kept, 'of the mailbox')]
    }),
  )
  const done = replay(socket, [kept])
  hub.deliver(message(kept, 'live'))
  await done
  expect(sent).toEqual(['of the mailbox', 'live'])
  expect(failures).toEqual([busy])
})

it('keeps the order of a topic while the mailboxes of others are handed out', async () => {
  const first = Promise.withResolvers<readonly StoredMessage[]>()
  const second = Promise.withResolvers<readonly StoredMessage[]>()
  const asked = Promise.withResolvers<void>()
  let isAsked = false
  const { hub, socket, replay, sent } = open(
    reading(() => {
      if (isAsked) asked.resolve()
      const answer = isAsked ? second.promise : first.promise
      isAsked = true
      return answer
    }),
  )
  const done = replay(socket, [kept])
  hub.deliver(message(kept, 'held behind the mailbox'))
  void replay(socket, [left])
  first.resolve([message(kept, 'of the mailbox')])
  await asked.promise
  hub.deliver(message(kept, 'live'))
  second.resolve([message(left, 'of the other')])
  await done
  expect(sent).toEqual(['of the mailbox', 'held behind the mailbox', 'live', 'of the other'])
})

it('does not read for a socket that is gone', async () => {
  let asked = 0
  const { hub, socket, replay } = open(
    reading(async () => {
      asked++
      hub.leave(socket)
      throw new StoreError({ code: 'busy', message: 'busy' })
    }),
  )
  await replay(socket, [kept])
  expect(asked).toBe(1)
})

eachStore('the replay', openStore => {
  it('hands out the mailboxes of a client with more topics than one question has room for', async () => {
    const { limits } = parseEnvironment({}).relay
    const mailbox = createMailbox({ store: await openStore(), limits })
    await mailbox.write({ clientId: 'dapp', messages: [message(kept, 'm')], now: 1 })
    const { replay, socket, sent, failures } = open(mailbox)
    await replay(socket, [...Array.from({ length: 70_000 }, newTopic), kept])
    expect(sent).toEqual(['m'])
    expect(failures).toEqual([])
  })
})
