import { randomBytes } from 'node:crypto'
import { connect as connectTcp } from 'node:net'
import { relayErrors } from 'latchkey/services'
import { expect, it, vi } from 'vitest'
import { eachStore, type OpenStore } from '../core/store/eachStore.fixture.ts'
import { parseEnvironment } from '../parseEnvironment.ts'
import { createMailbox } from './createMailbox.ts'
import { createQuota } from './createQuota.ts'
import { createUsage } from './createUsage.ts'
import { publish, relayOpener } from './openRelay.fixture.ts'
import { createPeerKey, newTopic } from './relayPeer.fixture.ts'

const { limits } = parseEnvironment({}).relay
const full = { code: relayErrors.MailboxLimitExceeded.code, data: 'MailboxLimitExceeded' }

const refused = { data: 'SubscriberLimitExceeded' }

/** A store with the projects `one` and `two`. */
async function withProjects(open: OpenStore): Promise<void> {
  const store = await open()
  const projects = ['one', 'two'].map(id => ({ id, name: id, created_at: 1 }))
  await store.write([store.compose.insertInto('projects').values(projects).compile()])
}

eachStore('quotas of the relay', open => {
  const start = relayOpener(open)

  it('T90: a project has its number of sockets, and another one does not notice', async () => {
    await withProjects(open)
    const { connect } = await start({ RELAY_SOCKETS_PER_PROJECT: '2' }, true)
    const [first] = [await connect({ projectId: 'one' }), await connect({ projectId: 'one' })]
    const third = await connect({ projectId: 'one' })
    const topic = newTopic()
    const [dapp, wallet] = [await connect({ projectId: 'two' }), await connect({ projectId: 'two' })]
    await wallet.call('irn_subscribe', { topic })
    await publish(dapp, topic, 'calm')
    await vi.waitFor(() => expect(wallet.pushes).toHaveLength(1))
    expect(await third.closed).toMatchObject({ code: 1_013, reason: 'Too many connections' })
    await first?.close()
    const again = await connect({ projectId: 'one' })
    expect(await again.call('irn_subscribe', { topic: newTopic() })).toEqual(expect.any(String))
  })

  it('T90: a project keeps its number of bytes, also behind a restart, and another one does not notice', async () => {
    await withProjects(open)
    const env = { RELAY_PROJECT_BYTES: '1000' }
    const first = await start(env, true)
    const [flooder, neighbour] = [
      await first.connect({ projectId: 'one' }),
      await first.connect({ projectId: 'two' }),
    ]
    await publish(flooder, newTopic(), 'x'.repeat(400))
    // However many topics there are: each has room of its own.
    await expect(publish(flooder, newTopic(), 'y'.repeat(700))).rejects.toMatchObject(full)
    expect(await publish(flooder, newTopic(), 'z'.repeat(100))).toBe(true)
    expect(await publish(neighbour, newTopic(), 'x'.repeat(600))).toBe(true)
    await first.server.close()
    const second = await start(env, true)
    const back = await second.connect({ projectId: 'one' })
    await expect(publish(back, newTopic(), 'y'.repeat(600))).rejects.toMatchObject(full)
    expect(await publish(back, newTopic(), 'y'.repeat(50))).toBe(true)
  })

  const wish = (network: string, bytes: number, isBrief = false) => ({
    project: 'one',
    network,
    bytes,
    isBrief,
  })

  it("T90: deleted bytes are free again with the next measurement, and other projects' bytes count", async () => {
    const store = await open()
    const mailbox = createMailbox({ store, limits })
    const quota = createQuota({
      count: options => mailbox.bytes({ ...options, now: 0 }),
      most: 100,
      clock: () => 0,
      onFailure: () => undefined,
    })
    const taken = [
      quota.take(wish('a', 60, true)),
      quota.take(wish('b', 60, true)),
      quota.take({ ...wish('a', 100, true), project: 'two' }),
    ]
    expect(taken).toEqual([true, false, true])
    await quota.measure()
    // None of it is in the store.
    expect(quota.take(wish('a', 100, true))).toBe(true)
    const row = {
      ...{ topic: 't', position: 1, published_at: 1, expires_at: 2, tag: 0, publisher: 'p', message: '' },
      ...{ bytes: 20, attestation: null, project_id: 'one' },
    }
    const rows = ['a', 'b'].map(hash => ({ ...row, hash }))
    await store.write([store.compose.insertInto('relay_messages').values(rows).compile()])
    await quota.measure()
    expect([quota.take(wish('a', 61, true)), quota.take(wish('a', 60, true))]).toEqual([false, true])
    quota.stop()
  })

  it('S8: a stranger who fills the quota from 60 networks cannot stop a pairing of others', async () => {
    await withProjects(open)
    const { connect } = await start({ RELAY_PROJECT_BYTES: '2000000', TRUSTED_PROXIES: '127.0.0.1' }, true)
    const at = (address: string) => connect({ projectId: 'one', address })
    const month = { ttl: 2_592_000 }
    let stored = 0
    for (let network = 0; network < 60; network++) {
      // Another client for each message: it has nothing of its own that could be replaced.
      for (let size = 100_000; size > 100; ) {
        const stranger = await at(`2001:db8:${network.toString(16)}::${size.toString(16)}`)
        try {
          for (;;) {
            await publish(stranger, newTopic(), randomBytes(size / 2).toString('hex'), month)
            stored += size
            if (stored > 1_000_000) break
          }
        } catch (error) {
          expect(error).toMatchObject(full)
        }
        size = Math.floor(size / 4) * 2
        await stranger.close()
      }
    }
    expect(stored).toBeGreaterThan(1_400_000)
    // A person at one of these networks too.
    for (const address of ['192.0.2.1', '2001:db8:1::1']) {
      const [dapp, wallet] = [await at(address), await at(address)]
      const pairingTopic = newTopic()
      const sessionTopic = newTopic()
      await dapp.call('wc_proposeSession', { pairingTopic, sessionProposal: 'p'.repeat(700), ttl: 300 })
      await wallet.call('irn_subscribe', { topic: pairingTopic })
      await vi.waitFor(() => expect(wallet.pushes).toHaveLength(1))
      const answer = { sessionProposalResponse: 'r'.repeat(300), sessionSettlementRequest: 's'.repeat(900) }
      await wallet.call('wc_approveSession', { sessionTopic, pairingTopic, ...answer })
      await vi.waitFor(() => expect(dapp.pushes).toHaveLength(1))
    }
  })

  it('S8: beyond its share a sender replaces its own oldest messages and nothing of others', async () => {
    await withProjects(open)
    const first = await start({ RELAY_PROJECT_BYTES: '100000' }, true)
    const key = createPeerKey()
    const [sender, other] = [
      await first.connect({ projectId: 'one', key }),
      await first.connect({ projectId: 'one' }),
    ]
    const topic = newTopic()
    const text = (name: string, size = 20_000) => name.padEnd(size, '=')
    const month = { ttl: 2_592_000 }
    await publish(other, topic, text('other'), month)
    for (const name of ['one', 'two']) await publish(sender, topic, text(name), month)
    // More than half of the quota is used, and all of the share: it takes the place of `one`.
    await publish(sender, topic, text('three'), month)
    await first.server.close()
    const again = await start({ RELAY_PROJECT_BYTES: '100000' }, true)
    await publish(await again.connect({ projectId: 'one', key }), topic, text('four'), month)
    const reader = await again.connect({ projectId: 'one' })
    await reader.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(reader.pushes).toHaveLength(3))
    const names = reader.pushes.map(({ message }) => message.replaceAll('=', ''))
    expect(names).toEqual(['other', 'three', 'four'])
    // One that has too little of its own gets a reason, and nothing goes for it.
    const third = await again.connect({ projectId: 'one' })
    await expect(publish(third, topic, text('five'), month)).rejects.toMatchObject({
      ...full,
      message: expect.stringContaining('the share of your network'),
    })
    const late = await again.connect({ projectId: 'one' })
    await late.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(late.pushes).toHaveLength(3))
  })

  it('S8: what was replaced can be published again', async () => {
    await withProjects(open)
    const { connect } = await start({ RELAY_PROJECT_BYTES: '100000' }, true)
    const [sender, reader] = [await connect({ projectId: 'one' }), await connect({ projectId: 'one' })]
    const topic = newTopic()
    const texts = ['one', 'two', 'three', 'four', 'one'].map(name => name.padEnd(20_000, '='))
    for (const text of texts) await publish(sender, topic, text, { ttl: 2_592_000 })
    await reader.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(reader.pushes.map(({ message }) => message)).toEqual(texts.slice(2)))
  })

  it('S8: a network has a share that leaves one to the next, however many they are and however long they go on', () => {
    const most = 1_000_000
    const count = async () => ({ projects: new Map(), networks: new Map() })
    const quota = createQuota({ count, most, clock: () => 0, onFailure: () => undefined })
    const fill = (network: string, isBrief: boolean) => {
      let taken = 0
      while (quota.take(wish(network, 50, isBrief))) taken += 50
      return taken
    }
    const taken = Array.from({ length: 61 }, (_, index) => fill(`network ${index}`, false))
    expect(Math.min(...taken)).toBeGreaterThan(1_000)
    expect(fill('network 0', false)).toBe(0)
    // Brief messages have room that long ones cannot take.
    expect(fill('network 0', true)).toBeGreaterThan(3_000)
    expect(fill('visitor', true)).toBeGreaterThan(3_000)
    quota.stop()
  })

  it('S8: the thousands of /64s of one /48 fill no more of what all share than one of them', async () => {
    const most = 10_000
    let time = 0
    const count = async () => new Map()
    const usage = createUsage({ count, most, clock: () => time, onFailure: () => undefined })
    let taken = 0
    for (let day = 0; day < 30; day++) {
      for (let subnet = 0; subnet < 1_000; subnet++)
        while (usage.take('one', 50, `2001:db8:1:${subnet.toString(16)}::/64`)) taken += 50
      time += 86_400_000
    }
    expect(taken).toBe(most / 2 + 50 + 30 * (most / 100))
    expect(usage.take('one', 100, '2001:db8:2:1::/64')).toBe(true)
    expect(usage.take('one', 100, '192.0.2.1')).toBe(true)
    usage.stop()
  })

  it('T90: all clients together have their number of subscriptions, also behind a restart', async () => {
    const env = { RELAY_SUBSCRIPTIONS: '200' }
    const topics = (most: number) => Array.from({ length: most }, newTopic)
    const first = await start(env)
    const [flooder, second] = [await first.connect(), await first.connect()]
    const kept = topics(101)
    await flooder.call('irn_batchSubscribe', { topics: kept })
    // Beyond the half, an address gets a hundredth a day, whatever client ids it makes up.
    await expect(second.call('irn_batchSubscribe', { topics: topics(3) })).rejects.toMatchObject(refused)
    await second.call('irn_batchSubscribe', { topics: topics(2) })
    await expect(second.call('irn_subscribe', { topic: newTopic() })).rejects.toMatchObject(refused)
    // Who listens goes on.
    await flooder.call('irn_batchSubscribe', { topics: kept })
    await publish(second, kept[0] as string, 'calm')
    await vi.waitFor(() => expect(flooder.pushes).toHaveLength(1))
    await first.server.close()
    const again = await start(env, true)
    const back = await again.connect()
    await expect(back.call('irn_batchSubscribe', { topics: topics(3) })).rejects.toMatchObject(refused)
    await back.call('irn_batchSubscribe', { topics: topics(2) })
  })

  it('T90 T94: what is attested counts as the message does, and must be text that can be kept', async () => {
    const { connect } = await start({ RELAY_MAILBOX_BYTES: '1000' })
    const peer = await connect()
    const topic = newTopic()
    const attested = (length: number) => ({ attestation: 'x'.repeat(length) })
    expect(await publish(peer, topic, 'a', attested(900))).toBe(true)
    await expect(publish(peer, topic, 'b', attested(200))).rejects.toMatchObject(full)
    for (const attestation of ['a\0b', '\ud800'])
      await expect(publish(peer, newTopic(), 'c', { attestation })).rejects.toMatchObject({
        data: 'Serialization',
      })
    await expect(publish(peer, newTopic(), 'd', attested(8_193))).rejects.toMatchObject({
      data: 'InvalidParams',
    })
  })

  it('T94: an attestation is handed on as it came: live, from a mailbox, by a fetch, with a proposal', async () => {
    const { connect } = await start()
    const [dapp, live] = [await connect(), await connect()]
    const [topic, pairingTopic] = [newTopic(), newTopic()]
    await live.call('irn_subscribe', { topic })
    const attestation = 'not.even.a~token'
    await publish(dapp, topic, 'm', { attestation })
    await vi.waitFor(() => expect(live.pushes).toMatchObject([{ attestation }]))
    const late = await connect()
    await late.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(late.pushes).toMatchObject([{ attestation }]))
    expect(await (await connect()).call('irn_fetchMessages', { topic })).toMatchObject({
      messages: [{ message: 'm', attestation }],
    })
    await dapp.call('wc_proposeSession', { pairingTopic, sessionProposal: 'p', ttl: 300, attestation })
    await late.call('irn_subscribe', { topic: pairingTopic })
    await vi.waitFor(() =>
      expect(late.pushes.at(-1)).toMatchObject({ message: 'p', tag: 1_100, attestation }),
    )
    // Messages without an attestation carry none.
    await publish(dapp, topic, 'plain')
    await vi.waitFor(() => expect(live.pushes.at(-1)).toMatchObject({ message: 'plain', attestation: null }))
  })

  it('T91: who does not say what it wants is let go, byte by byte or silent, and others do not notice', async () => {
    const { connect, server } = await start({ HEADERS_TIMEOUT_MS: '300' })
    const slow = Array.from({ length: 20 }, (_, index) => {
      const socket = connectTcp(server.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write('GET /relay HTTP/1.1\r\nHost: relay\r\n')
      const drip = index % 2 === 0 ? setInterval(() => socket.write('x'), 50) : undefined
      return new Promise<void>(resolve => {
        socket.on('close', () => {
          clearInterval(drip)
          resolve()
        })
        socket.resume()
      })
    })
    const peer = await connect()
    await peer.call('irn_subscribe', { topic: newTopic() })
    await Promise.all(slow)
    expect(await publish(peer, newTopic(), 'still here')).toBe(true)
  })
})
