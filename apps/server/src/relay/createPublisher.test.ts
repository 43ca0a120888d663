import { expect, it } from 'vitest'
import { parseEnvironment } from '../parseEnvironment.ts'
import { createHub } from './createHub.ts'
import type { StoredMessage } from './createMailbox.ts'
import { createPublisher } from './createPublisher.ts'
import { createPushGate } from './createPushGate.ts'
import { silentRelayMetrics as metrics } from './relayMetrics.ts'
import { hashOf, newTopic } from './relayPeer.fixture.ts'

it('hands a message of another process out once, also when its time is over before it is swept', () => {
  const time = { now: 1_000 }
  const now = () => time.now
  const acks = { mark() {}, isMarked: () => false, flush: async () => {} }
  const publisher = createPublisher({
    hub: createHub({ acks, gate: createPushGate({ clock: now }), metrics, now }),
    mailbox: { write: async () => ({ isSubscribed: [], kept: [] }), oldest: async () => [] },
    wakes: { announce: async () => {} },
    quota: { take: () => true, exchange() {} },
    limits: parseEnvironment({}).relay.limits,
    metrics,
    now,
    clock: now,
  })
  const published = (expiresAt: number): StoredMessage => ({
    topic,
    hash: hashOf('m'),
    position: 1,
    publishedAt: 0,
    expiresAt,
    tag: 0,
    publisher: 'dapp',
    attestation: null,
    message: 'm',
  })
  const topic = newTopic()
  const first = published(2_000)
  expect([publisher.isFirst(first), publisher.isFirst(first)]).toEqual([true, false])
  time.now = 3_000
  expect(publisher.isFirst(first)).toBe(false)
  // Published anew it is another one.
  const second = published(4_000)
  expect([publisher.isFirst(second), publisher.isFirst(second)]).toEqual([true, false])
})
