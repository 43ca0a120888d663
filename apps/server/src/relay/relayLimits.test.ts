import { type RelayErrorName, relayErrors } from 'latchkey/services'
import { expect, it, vi } from 'vitest'
import { eachStore } from '../core/store/eachStore.fixture.ts'
import { parseEnvironment } from '../parseEnvironment.ts'
import { createMailbox, type StoredMessage } from './createMailbox.ts'
import { publish, relayOpener } from './openRelay.fixture.ts'
import { hashOf, newTopic, type Peer } from './relayPeer.fixture.ts'

const refused = (call: Promise<unknown>, data: RelayErrorName) =>
  expect(call).rejects.toMatchObject({ code: relayErrors[data].code, data })

eachStore('limits of the relay', open => {
  const start = relayOpener(open)

  it('T88: a topic has four clients, however many sockets each of them has', async () => {
    const { connect } = await start()
    const topic = newTopic()
    const four: Peer[] = []
    for (let i = 0; i < 4; i++) {
      const peer = await connect()
      await peer.call('irn_subscribe', { topic })
      const tab = await connect({ key: peer.key })
      await tab.call('irn_subscribe', { topic })
      four.push(peer, tab)
    }
    const fifth = await connect()
    await refused(fifth.call('irn_subscribe', { topic }), 'SubscriberLimitExceeded')
    const other = newTopic()
    await refused(fifth.call('irn_batchSubscribe', { topics: [topic, other] }), 'SubscriberLimitExceeded')
    expect(await fifth.call('irn_batchSubscribeBlocking', { topics: [topic, other] })).toMatchObject([
      { error: { code: -32_000, data: 'SubscriberLimitExceeded' } },
      { id: expect.any(String) },
    ])
    await publish(await connect(), topic, 'm')
    await vi.waitFor(() => expect(four.map(({ pushes }) => pushes.length)).toEqual(Array(8).fill(1)))
    expect(fifth.pushes).toEqual([])
    // One leaves, another may come.
    await four[0]?.call('irn_unsubscribe', { topic, id: '' })
    await fifth.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(fifth.pushes).toHaveLength(1))
  })

  it('T90: a message has its size and its time, by its tag', async () => {
    const { connect } = await start({ RELAY_CALLS_BURST: '1000' })
    const peer = await connect()
    const topic = newTopic()
    const send = (more: object) => publish(peer, topic, `${Math.random()}`, more)
    await refused(send({ ttl: -1 }), 'TtlTooShort')
    await refused(send({ ttl: 2_592_001 }), 'TtlTooLong')
    for (const tag of [1_116, 1_117, 1_118, 1_119]) {
      expect(await send({ ttl: 3_600, tag })).toBe(true)
      await refused(send({ ttl: 3_601, tag }), 'TtlTooLong')
    }
    expect(await send({ ttl: 0 })).toBe(true)
    expect(await send({ ttl: 2_592_000 })).toBe(true)
    expect(await publish(peer, topic, 'x'.repeat(131_072))).toBe(true)
    await refused(publish(peer, topic, 'x'.repeat(131_073)), 'PayloadSizeExceeded')
    await expect(publish(peer, topic, 'x'.repeat(131_073), { tag: 1_109 })).rejects.toMatchObject({
      message: 'Payload size limit exceeded. Maximum size for tag 1109 is 131072',
    })
    await refused(send({ tag: 2 ** 32 }), 'InvalidParams')
    await refused(send({ ttl: 1.5 }), 'InvalidParams')
    expect(await send({ tag: 2 ** 32 - 1 })).toBe(true)
  })

  it('T90: a mailbox has its number of messages and its size', async () => {
    const { connect } = await start({
      RELAY_MAILBOX_MESSAGES: '5',
      RELAY_MAILBOX_BYTES: '1000',
      RELAY_CALLS_BURST: '1000',
    })
    const peer = await connect()
    const [many, large] = [newTopic(), newTopic()]
    for (let i = 0; i < 5; i++) await publish(peer, many, `m${i}`)
    await refused(publish(peer, many, 'm5'), 'MailboxLimitExceeded')
    await refused(publish(peer, many, 'm5'), 'MailboxLimitExceeded')
    // A known message may be sent again.
    expect(await publish(peer, many, 'm0')).toBe(true)
    await publish(peer, large, 'x'.repeat(600))
    await refused(publish(peer, large, 'y'.repeat(600)), 'MailboxLimitExceeded')
    await publish(peer, large, 'z'.repeat(400))
  })

  it('T90: a client has its number of subscriptions', async () => {
    const { connect } = await start({ RELAY_SUBSCRIPTIONS_PER_CLIENT: '3' })
    const peer = await connect()
    const topics = Array.from({ length: 3 }, newTopic)
    await peer.call('irn_batchSubscribe', { topics })
    await refused(peer.call('irn_subscribe', { topic: newTopic() }), 'SubscriberLimitExceeded')
    await peer.call('irn_batchSubscribe', { topics })
    await peer.call('irn_unsubscribe', { topic: topics[0], id: '' })
    await peer.call('irn_subscribe', { topic: newTopic() })
  })

  it('T90: and no more by calls at the same time', async () => {
    const { connect } = await start({ RELAY_SUBSCRIPTIONS_PER_CLIENT: '3' })
    const peer = await connect()
    const [a, b, c, d] = Array.from({ length: 4 }, newTopic)
    const calls = [[a, b], [b, c], [d]].map((topics, id) => ({
      id: id + 1,
      jsonrpc: '2.0',
      method: 'irn_batchSubscribeBlocking',
      params: { topics },
    }))
    const answers: { result: { id?: string }[] }[] = JSON.parse(await peer.ask(JSON.stringify(calls)))
    const isSubscribed = answers.map(({ result }) => result.map(({ id }) => id !== undefined))
    expect(isSubscribed).toEqual([[true, true], [true, true], [false]])
    // What could not be had takes no room afterwards.
    await peer.call('irn_batchUnsubscribe', { subscriptions: [{ topic: a, id: '' }] })
    await peer.call('irn_subscribe', { topic: d })
  })

  it('T90: a call has 500 topics, and a frame its size', async () => {
    const { connect } = await start()
    const peer = await connect()
    await peer.call('irn_batchSubscribe', { topics: Array.from({ length: 500 }, newTopic) })
    const topics = Array.from({ length: 501 }, newTopic)
    await refused(peer.call('irn_batchSubscribe', { topics }), 'BatchLimitExceeded')
    await refused(peer.call('irn_batchFetchMessages', { topics }), 'BatchLimitExceeded')
    peer.ws.send(' '.repeat(1_048_577))
    expect((await peer.closed).code).toBe(1_009)
    const other = await connect()
    other.ws.send(Buffer.from('{}'), { binary: true })
    expect((await other.closed).code).toBe(1_003)
  })

  it('T90: a socket that calls too fast is refused, then let go late, and its neighbours do not notice', async () => {
    const { connect, server } = await start()
    const [flooder, neighbour, reader] = [await connect(), await connect(), await connect()]
    const topic = newTopic()
    await reader.call('irn_subscribe', { topic })
    const flood = Array.from({ length: 400 }, (_, index) =>
      publish(flooder, topic, `flood${index}`).then(
        () => 'taken',
        error => error.data ?? 'closed',
      ),
    )
    const started = performance.now()
    for (let i = 0; i < 20; i++) expect(await publish(neighbour, topic, `calm${i}`)).toBe(true)
    const { code } = await flooder.closed
    expect(code).toBe(1_013)
    expect(performance.now() - started).toBeGreaterThan(150)
    const outcomes = await Promise.all(flood)
    expect(outcomes.filter(outcome => outcome === 'taken').length).toBeLessThan(150)
    expect(outcomes.filter(outcome => outcome === 'TooManyRequests').length).toBeGreaterThan(100)
    const metrics = async () => (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
    const page = await metrics()
    expect(page).toContain('latchkey_relay_closed_total{reason="limit"} 1')
    // What came after it was given up was not even refused.
    const refusals = Number(/latchkey_relay_errors_total\{error="TooManyRequests"\} (\d+)/.exec(page)?.[1])
    expect(refusals).toBeGreaterThan(100)
    expect(refusals).toBeLessThan(130)
    // A client that reconnects has no second burst, and is closed sooner.
    const again = await connect()
    await Promise.all(Array.from({ length: 10 }, (_, index) => publish(again, topic, `again${index}`)))
    const more = Array.from({ length: 50 }, (_, index) => publish(again, topic, `more${index}`))
    expect(
      (await Promise.allSettled(more)).filter(({ status }) => status === 'fulfilled').length,
    ).toBeLessThan(20)
    expect((await again.closed).code).toBe(1_013)
    await vi.waitFor(async () => expect(await metrics()).toContain('latchkey_relay_sockets 2'), {
      timeout: 5_000,
      interval: 50,
    })
  })

  it('T90: a large frame costs before it is read, and what comes too fast is refused by its id alone', async () => {
    const { connect } = await start({ RELAY_CALLS_PER_SECOND: '1', RELAY_CALLS_BURST: '7' })
    const peer = await connect()
    // Six calls for its size, and it is no JSON.
    const large = `{"id":7,"method":"irn_batchPublish",${' '.repeat(1_000_000)}`
    expect(JSON.parse(await peer.ask(large))).toMatchObject({ id: 0, error: { data: 'Serialization' } })
    const start7 = '{"id":7,"jsonrpc":"2.0",'
    expect(JSON.parse(await peer.ask(`${start7} no JSON either`))).toEqual({
      id: 7,
      jsonrpc: '2.0',
      error: { code: 3_001, message: 'Too many requests', data: 'TooManyRequests' },
    })
  })

  /** Fills mailboxes beside the relay, each with so many messages of a size. */
  const openMailboxes = async () => {
    const store = await open()
    const now = Date.now()
    let position = now * 1_000
    return async (count: number, size: number) => {
      const topic = newTopic()
      const messages = Array.from({ length: count }, (_, index): StoredMessage => {
        const text = String(index).padEnd(size, '=')
        const times = { publishedAt: now, expiresAt: now + 300_000 }
        const more = { tag: 0, publisher: 'dapp', attestation: null, message: text }
        return { topic, hash: hashOf(text), position: position++, ...times, ...more }
      })
      const { limits } = parseEnvironment({}).relay
      await createMailbox({ store, limits }).write({ clientId: 'dapp', messages, now })
      return topic
    }
  }

  it('T90: reading mailboxes costs by their content', async () => {
    const fill = await openMailboxes()
    const [many, some] = [await fill(1_000, 3), await fill(499, 3)]
    const large = [await fill(4, 125_000), await fill(4, 125_000), await fill(4, 125_000)]
    const { connect } = await start({ RELAY_CALLS_PER_SECOND: '1', RELAY_CALLS_BURST: '12' }, true)
    const fetchOf = (peer: Peer, topic: unknown) => peer.call('irn_fetchMessages', { topic })
    const asking = await connect()
    // One call, and one more for each hundred that is there, had or not.
    expect(await fetchOf(asking, many)).toMatchObject({ hasMore: true })
    await refused(fetchOf(asking, many), 'TooManyRequests')
    const subscribing = await connect()
    await subscribing.call('irn_subscribe', { topic: some })
    await vi.waitFor(() => expect(subscribing.pushes).toHaveLength(499))
    await refused(fetchOf(subscribing, many), 'TooManyRequests')
    const loading = await connect()
    for (const topic of large) await fetchOf(loading, topic)
    await refused(fetchOf(loading, newTopic()), 'TooManyRequests')
  })

  it('T90: mailboxes that cost more than all calls at once are read nevertheless, by who made no other', async () => {
    const many = await (await openMailboxes())(1_000, 600)
    const { connect } = await start({ RELAY_CALLS_PER_SECOND: '1', RELAY_CALLS_BURST: '10' }, true)
    const asking = await connect()
    const first = await asking.call('irn_fetchMessages', { topic: many })
    expect(first).toMatchObject({ messages: { length: 500 }, hasMore: true })
    await refused(asking.call('irn_fetchMessages', { topic: many }), 'TooManyRequests')
  })

  it('T91: a socket that reads nothing is let go, and its messages wait for it', async () => {
    const { connect, server } = await start({ RELAY_CALLS_BURST: '10000', RELAY_MAILBOX_BYTES: '100000000' })
    const [dapp, stalled] = [await connect(), await connect()]
    const topic = newTopic()
    await stalled.call('irn_subscribe', { topic })
    stalled.ws.pause()
    let sent = 0
    await vi.waitFor(
      async () => {
        for (let i = 0; i < 10; i++) await publish(dapp, topic, String(sent++).padEnd(100_000, '='))
        const page = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
        expect(page).toContain('latchkey_relay_closed_total{reason="slow"}')
      },
      { timeout: 15_000, interval: 1 },
    )
    const back = await connect({ key: stalled.key })
    await back.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(back.pushes.length).toBe(sent), { timeout: 10_000 })
    expect(back.pushes.map(({ message }) => Number.parseInt(message, 10))).toEqual([...Array(sent).keys()])
  })

  it('T91: a socket that asks for mailboxes and reads no answer is let go', async () => {
    const { connect, server } = await start({ RELAY_CALLS_BURST: '10000' })
    const [dapp, stalled] = [await connect(), await connect()]
    const topic = newTopic()
    for (let count = 0; count < 5; count++) await publish(dapp, topic, String(count).padEnd(100_000, '='))
    stalled.ws.pause()
    for (let id = 1; id <= 100; id++)
      stalled.ws.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_fetchMessages', params: { topic } }))
    await vi.waitFor(
      async () => {
        const page = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
        expect(page).toContain('latchkey_relay_closed_total{reason="slow"} 1')
        expect(page).toContain('latchkey_relay_sockets 1')
      },
      { timeout: 10_000 },
    )
  })

  it('a stopping server lets its sockets go one by one, with 1001', async () => {
    const { connect, server } = await start({ RELAY_DRAIN_MS: '600' })
    const peers = await Promise.all(Array.from({ length: 6 }, () => connect()))
    const started = performance.now()
    const times: number[] = []
    const closed = peers.map(async peer => {
      const { code } = await peer.closed
      times.push(performance.now() - started)
      return code
    })
    const stopped = server.close()
    expect(await Promise.all(closed)).toEqual(Array(6).fill(1_001))
    await stopped
    times.sort((a, b) => a - b)
    expect(Number(times.at(-1)) - Number(times[0])).toBeGreaterThan(300)
  })
})
