import { afterEach, expect, it, vi } from 'vitest'
import { startRedis } from '../../../../scripts/databases/startRedis.ts'
import { createLocalBus } from '../core/scale/createLocalBus.ts'
import { describeWith } from '../core/store/databases.fixture.ts'
import { postgresDatabase } from '../core/store/eachStore.fixture.ts'
import { startServer } from '../startServer.ts'
import type { StoredMessage } from './createMailbox.ts'
import { openWakes } from './createWakes.ts'
import { publish } from './openRelay.fixture.ts'
import { hashOf, newTopic, openPeer } from './relayPeer.fixture.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describeWith(['postgres', 'redis'], 'peers of two processes', () => {
  async function open(redisUrl: string | undefined) {
    const database = await postgresDatabase()
    closing.push(() => database.remove())
    const connect = async () => {
      const server = await startServer({
        port: 0,
        env: {
          ...database.environment,
          LATCHKEY_DEV: '1',
          RELAY_DRAIN_MS: '0',
          ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
        },
        log: { write() {} },
      })
      closing.push(() => server.close())
      const peer = await openPeer({ url: `ws://127.0.0.1:${server.port}/relay` })
      closing.push(() => peer.ws.terminate())
      return peer
    }
    return [await connect(), await connect()] as const
  }

  it('have their messages without Redis, too', async () => {
    const [dapp, wallet] = await open(undefined)
    const topic = newTopic()
    await wallet.call('irn_subscribe', { topic })
    for (let i = 0; i < 20; i++) await publish(dapp, topic, `m${i}`)
    await vi.waitFor(() =>
      expect(wallet.pushes.map(({ message }) => message)).toEqual(
        Array.from({ length: 20 }, (_, index) => `m${index}`),
      ),
    )
  })

  it('have them while Redis is away, and once each when it is back', async () => {
    const redis = await startRedis()
    closing.push(() => redis.close())
    const [dapp, wallet] = await open(redis.url)
    const topic = newTopic()
    await wallet.call('irn_subscribe', { topic })
    const has = (...messages: string[]) =>
      vi.waitFor(() => expect(wallet.pushes.map(({ message }) => message)).toEqual(messages), {
        timeout: 8_000,
      })
    await publish(dapp, topic, 'before')
    await has('before')
    await redis.stop()
    await publish(dapp, topic, 'meanwhile')
    await publish(dapp, topic, 'still')
    await has('before', 'meanwhile', 'still')
    await redis.start()
    await publish(dapp, topic, 'after')
    await has('before', 'meanwhile', 'still', 'after')
  })
})

it('hear of a message later, when the process that stored it could not notify them', async () => {
  const kept: StoredMessage = {
    topic: newTopic(),
    hash: hashOf('m'),
    position: 1,
    publishedAt: 1,
    expiresAt: 9e12,
    tag: 0,
    publisher: 'dapp',
    attestation: null,
    message: 'm',
  }
  const bus = createLocalBus(error => {
    throw error
  })
  let isDown = true
  const failures: unknown[] = []
  const join = async () => {
    const heard: string[] = []
    const wakes = await openWakes({
      shared: {
        isListening: true,
        subscribe: async (channel, listener) => bus.add(channel, listener),
        async publish(channel, word) {
          if (isDown) throw new Error('down')
          bus.deliver(channel, word)
        },
      },
      mailbox: { find: async () => [kept], since: async () => [] },
      isHeard: () => true,
      hasElders: () => false,
      onMessage: ({ message }) => heard.push(message),
      onFailure: error => failures.push(error),
      now: Date.now,
    })
    closing.push(wakes.close)
    return { wakes, heard }
  }
  const [a, b] = [await join(), await join()]
  for (const { wakes } of [a, b]) wakes.add(kept.topic)
  // Its publisher does not wait.
  await a.wakes.announce([kept])
  expect(failures).toHaveLength(1)
  isDown = false
  await vi.waitFor(() => expect(b.heard).toEqual(['m']), { timeout: 5_000 })
  await b.wakes.announce([{ ...kept, hash: hashOf('other') }])
  await vi.waitFor(() => expect(a.heard).toEqual(['m']))
  // The last notification is not repeated.
  expect(b.heard).toEqual(['m'])
})

it('listen on the channels of the topics that have listeners, and on no other', async () => {
  const bus = createLocalBus(error => {
    throw error
  })
  const said: string[] = []
  let hasElders = true
  const wakes = await openWakes({
    shared: {
      isListening: true,
      subscribe: async (channel, listener) => bus.add(channel, listener),
      async publish(channel) {
        said.push(channel)
      },
    },
    mailbox: { find: async () => [], since: async () => [] },
    isHeard: () => true,
    hasElders: () => hasElders,
    onMessage() {},
    onFailure(error) {
      throw error
    },
    now: Date.now,
  })
  closing.push(wakes.close)
  const topicOf = (start: string) => start.padEnd(64, '0')
  const [a, b, c] = ['ab0', 'ab1', 'cd0'].map(topicOf) as [string, string, string]
  for (const topic of [a, b, c]) wakes.add(topic)
  await wakes.heard([a, c])
  expect(bus.channels).toEqual(['relay', 'relay/ab', 'relay/cd'])
  wakes.remove(a)
  wakes.remove(c)
  await vi.waitFor(() => expect(bus.channels).toEqual(['relay', 'relay/ab']))
  const keys = [a, c, b].map(topic => ({ topic, hash: hashOf('m') }))
  await wakes.announce(keys)
  expect(said.splice(0)).toEqual(['relay'])
  hasElders = false
  await wakes.announce(keys)
  expect(said).toEqual(['relay/ab', 'relay/cd'])
})
