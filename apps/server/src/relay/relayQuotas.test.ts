import { connect as connectTcp } from 'node:net'
import { relayErrors } from 'latchkey/services'
import { expect, it, vi } from 'vitest'
import { eachStore, type OpenStore } from '../core/store/eachStore.fixture.ts'
import { parseEnvironment } from '../parseEnvironment.ts'
import { createMailbox } from './createMailbox.ts'
import { createUsage } from './createUsage.ts'
import { publish, relayOpener } from './openRelay.fixture.ts'
import { newTopic } from './relayPeer.fixture.ts'

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

  it("T90: deleted bytes are free again with the next measurement, and other projects' bytes count", async () => {
    const store = await open()
    const onFailure = () => undefined
    const usage = createUsage({
      count: createMailbox({ store, limits }).bytesOfProjects,
      most: 100,
      clock: () => 0,
      onFailure,
    })
    const taken = [usage.take('one', 60, 'a'), usage.take('one', 60, 'b'), usage.take('two', 100, 'a')]
    expect(taken).toEqual([true, false, true])
    await usage.measure()
    // None of it is in the store.
    expect(usage.take('one', 100, 'a')).toBe(true)
    const row = {
      topic: 't',
      position: 1,
      published_at: 1,
      expires_at: 2,
      tag: 0,
      publisher: 'p',
      message: '',
    }
    const rows = ['a', 'b'].map(hash => ({ ...row, hash, bytes: 40, attestation: null, project_id: 'one' }))
    await store.write([store.compose.insertInto('relay_messages').values(rows).compile()])
    await usage.measure()
    expect([usage.take('one', 21, 'a'), usage.take('one', 1, 'a')]).toEqual([false, true])
    usage.stop()
  })

  it('T90: one address does not fill what a project has, however long it goes on; others have room', async () => {
    const most = 10_000
    let time = 0
    const count = async () => new Map()
    const usage = createUsage({ count, most, clock: () => time, onFailure: () => undefined })
    const fill = (address: string) => {
      let taken = 0
      while (usage.take('one', 50, address)) taken += 50
      return taken
    }
    // Half of it and a part, and the day after another part.
    expect([fill('flooder'), fill('flooder'), fill('visitor')]).toEqual([5_150, 0, 100])
    time += 86_400_000
    expect([fill('flooder'), fill('visitor')]).toEqual([100, 100])
    // Messages expire after 30 days at most: from then on it is no more than this.
    for (let day = 2; day <= 30; day++) {
      time += 86_400_000
      fill('flooder')
    }
    expect(fill('visitor')).toBe(100)
    usage.stop()
  })

  it('S8: the thousands of /64s of one /48 fill no more of what a project has than one of them', async () => {
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
