import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openRedis } from '../core/scale/openRedis.ts'
import { type ServerProcess, startServerProcess } from '../core/scale/serverProcess.fixture.ts'
import { databaseUrlOf, describeWith } from '../core/store/databases.fixture.ts'
import { postgresDatabase, type TestDatabase } from '../core/store/eachStore.fixture.ts'
import { publish } from './openRelay.fixture.ts'
import { createPeerKey, newTopic, openPeer, type Peer, type PeerKey } from './relayPeer.fixture.ts'

describeWith(['postgres', 'redis'], 'three relays with PostgreSQL and Redis', () => {
  let database: TestDatabase
  let servers: ServerProcess[]
  const peers: Peer[] = []
  const start = () =>
    startServerProcess({
      DATABASE_URL: String(database.environment.DATABASE_URL),
      REDIS_URL: String(databaseUrlOf('redis')),
      REDIS_PREFIX: prefix,
      LATCHKEY_DEV: '1',
      RELAY_HANDSHAKES_BURST: '1000',
      RELAY_HANDSHAKES_PER_MINUTE_OF_CLIENT: '1000',
      RELAY_CALLS_BURST: '100000',
      RELAY_CALLS_PER_SECOND: '100000',
    })
  const prefix = `${randomUUID()}:`
  beforeAll(async () => {
    database = await postgresDatabase()
    servers = [await start(), ...(await Promise.all([start(), start()]))]
  })
  afterAll(async () => {
    for (const peer of peers) peer.ws.terminate()
    await Promise.all(servers.map(server => server.kill('SIGKILL')))
    await database.remove()
  })

  /** Connects wherever a balancer would: some process that is there. */
  const connect = async (at: number, key: PeerKey = createPeerKey()): Promise<Peer> => {
    const { url } = servers[at % servers.length] as ServerProcess
    const peer = await openPeer({ url: `${url.replace('http', 'ws')}/relay`, key })
    peers.push(peer)
    return peer
  }
  const messagesOf = (peer: Peer) => peer.pushes.map(({ message }) => message)

  it('hand messages to peers of each other, in order, each once', async () => {
    const topic = newTopic()
    const [a, b, c] = [await connect(0), await connect(1), await connect(2)]
    await b.call('irn_subscribe', { topic })
    await c.call('irn_subscribe', { topic })
    for (let i = 0; i < 50; i++) await publish(a, topic, `m${i}`)
    const all = Array.from({ length: 50 }, (_, index) => `m${index}`)
    await vi.waitFor(() => {
      expect(messagesOf(b)).toEqual(all)
      expect(messagesOf(c)).toEqual(all)
    })
    // Said again elsewhere, as a client does whose socket was cut before the answer.
    const again = await connect(1, a.key)
    await publish(again, topic, 'm7')
    await publish(again, topic, 'after')
    await vi.waitFor(() => expect(messagesOf(c)).toEqual([...all, 'after']))
    expect(messagesOf(b)).toEqual([...all, 'after'])
  })

  it('reach all sockets of a client, wherever they are', async () => {
    const key = createPeerKey()
    const opened = await Promise.all(Array.from({ length: 6 }, (_, at) => connect(at, key)))
    const topic = newTopic()
    // Every process has sockets of that client, and each of them gets every message.
    await Promise.all(opened.map(peer => peer.call('irn_subscribe', { topic })))
    await publish(await connect(0), topic, 'to all')
    await vi.waitFor(() => expect(opened.map(messagesOf)).toEqual(Array(6).fill(['to all'])))
  })

  it('hear of a topic from its first listener on, and of no other topic', async () => {
    const redis = openRedis(String(databaseUrlOf('redis')))
    const channels = async () => (await redis.pubsub('CHANNELS', `${prefix}bus/*`)) as string[]
    await vi.waitFor(async () => redis.ping())
    for (const peer of peers.splice(0)) await peer.close()
    await vi.waitFor(async () => expect(await channels()).toEqual([]))
    const [from, to] = [await connect(0), await connect(1)]
    const topics = Array.from({ length: 60 }, newTopic)
    // Published elsewhere while the subscription begins: it comes out of the mailbox, or it is reported, or both at once.
    await Promise.all(
      topics.flatMap(topic => [to.call('irn_subscribe', { topic }), publish(from, topic, topic)]),
    )
    await vi.waitFor(() => expect([...new Set(messagesOf(to))].toSorted()).toEqual(topics.toSorted()))
    const prefixes = new Set(topics.map(topic => `${prefix}bus/relay/${topic.slice(0, 2)}`))
    expect((await channels()).toSorted()).toEqual([...prefixes].toSorted())
    await to.close()
    await vi.waitFor(async () => expect(await channels()).toEqual([]))
    redis.disconnect()
  })

  it('F03: lose nothing that was acknowledged when one of them is killed in the middle of a session', async () => {
    const topic = newTopic()
    const [dappKey, walletKey] = [createPeerKey(), createPeerKey()]
    const acknowledged: string[] = []
    const had = new Set<string>()
    let wallet = await connect(1, walletKey)
    await wallet.call('irn_subscribe', { topic })
    let dapp = await connect(0, dappKey)
    const took: Peer[] = [wallet]
    // As a client does: without an answer it says the same again, on another connection.
    const send = async (message: string): Promise<void> => {
      for (let at = 1; ; at++) {
        const used = dapp
        try {
          await publish(used, topic, message)
          acknowledged.push(message)
          return
        } catch {
          if (used === dapp) dapp = await connect(at, dappKey)
        }
      }
    }
    const kill = async (index: number): Promise<void> => {
      const [server] = servers.splice(index, 1)
      await server?.kill('SIGKILL')
    }
    const sending = (async () => {
      for (let round = 0; round < 60; round++)
        await Promise.all(Array.from({ length: 5 }, (_, lane) => send(`m${round}.${lane}`)))
    })()
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(60))
    // The publisher's process first, then a new one in its place, then the subscriber's.
    await kill(0)
    servers.push(await start())
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(150), { timeout: 10_000 })
    await kill(0)
    await wallet.closed
    wallet = await connect(1, walletKey)
    took.push(wallet)
    await wallet.call('irn_batchSubscribe', { topics: [topic] })
    await sending
    await vi.waitFor(
      () => {
        for (const peer of took) for (const message of messagesOf(peer)) had.add(message)
        expect(acknowledged.filter(message => !had.has(message))).toEqual([])
      },
      { timeout: 10_000 },
    )
    expect(new Set(acknowledged).size).toBe(300)
  })
})
