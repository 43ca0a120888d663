import { relayErrors } from 'latchkey/services'
import { expect, it, vi } from 'vitest'
import { eachStore } from '../core/store/eachStore.fixture.ts'
import { publish, relayOpener } from './openRelay.fixture.ts'
import { createPeerKey, hashOf, newTopic, type Peer } from './relayPeer.fixture.ts'

const messagesOf = (peer: Peer) => peer.pushes.map(({ message }) => message)
const arrived = (peer: Peer, ...messages: readonly string[]) =>
  vi.waitFor(() => expect(messagesOf(peer)).toEqual(messages), { timeout: 5_000 })

eachStore('the relay', open => {
  const start = relayOpener(open)

  it('hands a message to who listens, before it acknowledges it, and never back to its publisher', async () => {
    const { connect } = await start()
    const [dapp, wallet] = [await connect(), await connect()]
    const topic = newTopic()
    const subscription = await wallet.call('irn_subscribe', { topic })
    expect(subscription).toBe(hashOf(topic + wallet.key.clientId))
    await dapp.call('irn_subscribe', { topic })
    const secondTab = await connect({ key: dapp.key })
    await secondTab.call('irn_subscribe', { topic })
    const before = Date.now()
    const more = { attestation: 'a.b.c', tvf: { txHashes: ['0xcanary'] }, correlationId: 7, unknown: [] }
    expect(await publish(dapp, topic, 'aGVsbG8=', more)).toBe(true)
    await arrived(wallet, 'aGVsbG8=')
    const [push] = wallet.pushes
    expect(push).toMatchObject({ topic, tag: 1108, subscription, attestation: 'a.b.c' })
    expect(push?.publishedAt).toBeGreaterThanOrEqual(before)
    expect(Number.isSafeInteger(push?.pushId)).toBe(true)
    expect(push?.pushId).toBeGreaterThan(1e15)
    expect(wallet.frames.at(-1)).not.toContain('canary')
    await publish(wallet, topic, 'b2s=')
    await arrived(dapp, 'b2s=')
    // All sockets of a client.
    await arrived(secondTab, 'b2s=')
    expect(messagesOf(wallet)).toEqual(['aGVsbG8='])
  })

  it('stores undelivered messages, and delivers them after the answer to a subscription, oldest first', async () => {
    const { connect } = await start()
    const dapp = await connect()
    const topics = [newTopic(), newTopic()]
    for (let i = 0; i < 12; i++) await publish(dapp, String(topics[i % 2]), `m${i}`)
    const wallet = await connect()
    expect(await wallet.call('irn_batchSubscribe', { topics })).toEqual(
      topics.map(topic => hashOf(topic + wallet.key.clientId)),
    )
    await arrived(wallet, ...Array.from({ length: 12 }, (_, i) => `m${i}`))
    expect(JSON.parse(String(wallet.frames[0]))).toHaveProperty('result')
    const ids = wallet.pushes.map(({ pushId }) => pushId)
    expect(new Set(ids).size).toBe(12)
  })

  it('delivers unacknowledged messages again, to each client by itself', async () => {
    const { connect } = await start()
    const dapp = await connect()
    const topic = newTopic()
    const wallet = await connect({ acks: false })
    await wallet.call('irn_subscribe', { topic })
    await publish(dapp, topic, 'one')
    await arrived(wallet, 'one')
    await wallet.close()
    const again = await connect({ key: wallet.key })
    await again.call('irn_batchSubscribe', { topics: [topic] })
    await arrived(again, 'one')
    await again.close()
    const third = await connect({ key: wallet.key })
    await third.call('irn_batchSubscribe', { topics: [topic] })
    await publish(dapp, topic, 'two')
    await arrived(third, 'two')
    // A client that comes later gets all of it.
    const late = await connect()
    await late.call('irn_subscribe', { topic })
    await arrived(late, 'one', 'two')
  })

  it('does not count what a client acknowledged before it subscribed on that connection', async () => {
    const { connect } = await start()
    const [dapp, wallet] = [await connect(), await connect()]
    const topic = newTopic()
    await wallet.call('irn_subscribe', { topic })
    await wallet.close()
    // It is back, but has not restored its topics, and would acknowledge and drop whatever comes.
    const back = await connect({ key: wallet.key })
    await back.call('irn_fetchMessages', { topic: newTopic() })
    await publish(dapp, topic, 'early')
    await arrived(back, 'early')
    await back.call('irn_batchSubscribe', { topics: [topic] })
    await arrived(back, 'early', 'early')
  })

  it('remembers subscriptions across connections and a restart', async () => {
    const first = await start()
    const topic = newTopic()
    const wallet = await first.connect()
    await wallet.call('irn_subscribe', { topic })
    await first.server.close()
    const second = await start({}, true)
    const back = await second.connect({ key: wallet.key })
    // It does not subscribe; calls wait until its subscriptions are known.
    await back.call('irn_fetchMessages', { topic: newTopic() })
    await publish(await second.connect(), topic, 'hello')
    await arrived(back, 'hello')
  })

  it('T89: hands each message out once, however often and in whatever order it is published', async () => {
    const { connect } = await start({ RELAY_CALLS_BURST: '1000' })
    const [dapp, wallet] = [await connect(), await connect()]
    const topic = newTopic()
    await wallet.call('irn_subscribe', { topic })
    const messages = Array.from({ length: 60 }, (_, index) => `m${index % 20}`)
    const shuffled = messages.map((message, index) => [hashOf(`${index}`), message]).sort()
    const answers = await Promise.all(shuffled.map(([, message]) => publish(dapp, topic, String(message))))
    expect(new Set(answers)).toEqual(new Set([true]))
    const other = await connect({ key: dapp.key })
    await Promise.all(messages.map(message => publish(other, topic, message)))
    await publish(dapp, topic, 'last')
    await vi.waitFor(() => expect(messagesOf(wallet)).toContain('last'))
    expect(messagesOf(wallet)).toHaveLength(21)
    expect(new Set(messagesOf(wallet)).size).toBe(21)
  })

  it('answers by question, and counts what it answered as delivered', async () => {
    const { connect } = await start({ RELAY_CALLS_BURST: '1000' })
    const [dapp, wallet] = [await connect(), await connect()]
    const topics = [newTopic(), newTopic()]
    const size = 60_000
    for (let i = 0; i < 12; i++)
      await publish(
        dapp,
        String(topics[i % 2]),
        String(i).padEnd(size, '='),
        i === 0 ? { attestation: 'x' } : {},
      )
    type Fetched = { messages: { message: string; tag: number; topic: string }[]; hasMore: boolean }
    const fetched: Fetched[] = []
    for (let hasMore = true; hasMore; ) {
      fetched.push((await wallet.call('irn_batchFetchMessages', { topics })) as Fetched)
      hasMore = fetched.at(-1)?.hasMore ?? false
    }
    expect(fetched.length).toBe(2)
    const all = fetched.flatMap(({ messages }) => messages)
    expect(all.map(({ message }) => Number.parseInt(message, 10))).toEqual([...Array(12).keys()])
    expect(Object.keys(all[1] ?? {}).sort()).toEqual(['message', 'publishedAt', 'tag', 'topic'])
    expect(all[0]).toMatchObject({ attestation: 'x', tag: 1108, topic: topics[0] })
    expect(await wallet.call('waku_fetchMessages', { topic: topics[0] })).toEqual({
      messages: [],
      hasMore: false,
    })
    await wallet.call('irn_batchSubscribe', { topics })
    await publish(dapp, String(topics[0]), 'after')
    await arrived(wallet, 'after')
  })

  it('counts receipts as delivered', async () => {
    const { connect } = await start()
    const [dapp, wallet] = [await connect(), await connect()]
    const topic = newTopic()
    await publish(dapp, topic, 'one')
    await publish(dapp, topic, 'two')
    const receipts = [
      { topic, messageId: hashOf('one') },
      { topic, messageId: hashOf('never') },
    ]
    expect(await wallet.call('irn_batchReceive', { receipts })).toBe(true)
    await wallet.call('irn_subscribe', { topic })
    await arrived(wallet, 'two')
  })

  it('ends subscriptions, whatever id they are named by', async () => {
    const { connect } = await start()
    const [dapp, wallet] = [await connect(), await connect()]
    const [a, b, c] = [newTopic(), newTopic(), newTopic()]
    await wallet.call('irn_batchSubscribe', { topics: [a, b, c] })
    expect(await wallet.call('irn_unsubscribe', { topic: a, id: 'whatever' })).toBe(true)
    expect(await wallet.call('irn_batchUnsubscribe', { subscriptions: [{ topic: b, id: '?' }] })).toBe(true)
    for (const topic of [a, b, c]) await publish(dapp, topic, `to ${topic}`)
    await arrived(wallet, `to ${c}`)
  })

  it('pushes back by the prefix that the subscriber used', async () => {
    const { connect } = await start()
    const dapp = await connect()
    for (const [prefix, method] of [
      ['waku', 'subscribe'],
      ['iridium', 'subscribe'],
      ['irn', 'subscribeBlocking'],
      ['waku', 'subscribeBlocking'],
    ]) {
      const wallet = await connect()
      const topic = newTopic()
      expect(await wallet.call(`${prefix}_${method}`, { topic })).toBe(hashOf(topic + wallet.key.clientId))
      await dapp.call(`${prefix}_publish`, { topic, message: 'm', ttl: 30, tag: 0 })
      await arrived(wallet, 'm')
      expect(JSON.parse(String(wallet.frames.at(-1))).method).toBe(`${prefix}_subscription`)
    }
  })

  it('publishes and subscribes in batches', async () => {
    const { connect } = await start()
    const [dapp, wallet] = [await connect(), await connect()]
    const topics = [newTopic(), newTopic()]
    expect(await wallet.call('irn_batchSubscribeBlocking', { topics })).toEqual(
      topics.map(topic => ({ id: hashOf(topic + wallet.key.clientId) })),
    )
    const messages = topics.map((topic, index) => ({ topic, message: `m${index}`, ttl: 300, tag: 1108 }))
    expect(await dapp.call('irn_batchPublish', { messages })).toBe(true)
    await arrived(wallet, 'm0', 'm1')
  })

  it('wc_proposeSession and wc_approveSession subscribe the caller and publish under the right tags', async () => {
    const { connect } = await start()
    const [dapp, wallet] = [await connect(), await connect()]
    const [pairingTopic, sessionTopic] = [newTopic(), newTopic()]
    const proposal = {
      pairingTopic,
      sessionProposal: 'propose',
      ttl: 300,
      attestation: 'jwt',
      correlationId: 1,
    }
    expect(await dapp.call('wc_proposeSession', proposal)).toBe(true)
    await wallet.call('irn_subscribe', { topic: pairingTopic })
    await arrived(wallet, 'propose')
    expect(wallet.pushes[0]).toMatchObject({ tag: 1100, attestation: 'jwt', topic: pairingTopic })
    await dapp.call('irn_subscribe', { topic: sessionTopic })
    const approval = {
      sessionTopic,
      pairingTopic,
      sessionProposalResponse: 'yes',
      sessionSettlementRequest: 'settle',
    }
    expect(await wallet.call('wc_approveSession', approval)).toBe(true)
    await arrived(dapp, 'yes', 'settle')
    expect(dapp.pushes.map(({ tag, topic }) => [tag, topic])).toEqual([
      [1101, pairingTopic],
      [1102, sessionTopic],
    ])
    // The caller listens on the session now.
    await publish(dapp, sessionTopic, 'settled', { tag: 1103 })
    await arrived(wallet, 'propose', 'settled')
    // Once more is not an error.
    expect(await dapp.call('wc_proposeSession', proposal)).toBe(true)
  })

  it('keeps to ids of any length, and answers batches as batches', async () => {
    const { connect } = await start()
    const peer = await connect()
    const call = (id: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"irn_subscribe","params":{"topic":"${newTopic()}"}}`
    for (const id of [
      '1778341964282845123',
      '"1778341964282845123"',
      '0',
      '9007199254740993',
      '"é"',
      '18446744073709551615',
    ])
      expect(await peer.ask(call(id))).toMatch(`{"id":${id},"jsonrpc":"2.0","result":"`)
    const batch = await peer.ask(
      `[${call('1778341964282845123')},${call('2')},{"jsonrpc":"2.0","id":3,"method":"eth_call"}]`,
    )
    expect(batch).toMatch(
      /^\[\{"id":1778341964282845123,.*\{"id":2,.*\{"id":3,"jsonrpc":"2.0","error":\{"code":-32600/,
    )
  })

  it('answers what it cannot take with an error that says why, and goes on', async () => {
    const { connect } = await start()
    const peer = await connect()
    for (const [text, id, data] of [
      ['not json', '0', 'Serialization'],
      ['[]', '0', 'BatchEmpty'],
      [`[${Array(501).fill('1').join()}]`, '0', 'BatchLimitExceeded'],
      ['7', '0', 'InvalidRequestId'],
      ['{"jsonrpc":"2.0","method":"irn_publish"}', '0', 'InvalidRequestId'],
      ['{"jsonrpc":"2.0","id":{},"method":"irn_publish"}', '0', 'InvalidRequestId'],
      ['{"jsonrpc":"1.0","id":5,"method":"irn_publish"}', '5', 'InvalidJsonRpcVersion'],
      ['{"jsonrpc":"2.0","id":5,"method":7}', '5', 'InvalidMethod'],
      ['{"jsonrpc":"2.0","id":5,"method":"irn_constructor"}', '5', 'InvalidMethod'],
      ['{"jsonrpc":"2.0","id":5,"method":"wc_publish"}', '5', 'InvalidMethod'],
      // For a vendor's push servers; no client of a page or a wallet calls them (docs/how-to/run-a-relay.md).
      ['{"jsonrpc":"2.0","id":5,"method":"irn_watchRegister","params":{}}', '5', 'InvalidMethod'],
      ['{"jsonrpc":"2.0","id":5,"method":"irn_watchUnregister","params":{}}', '5', 'InvalidMethod'],
      ['{"jsonrpc":"2.0","id":5,"method":"irn_subscribe"}', '5', 'InvalidParams'],
      ['{"jsonrpc":"2.0","id":5,"method":"irn_subscribe","params":{"topic":"abc"}}', '5', 'InvalidTopic'],
      ['{"jsonrpc":"2.0","id":5,"method":"irn_batchSubscribe","params":{"topics":[]}}', '5', 'BatchEmpty'],
      [
        `{"jsonrpc":"2.0","id":5,"method":"irn_batchSubscribe","params":{"topics":["zz"]}}`,
        '5',
        'InvalidTopic',
      ],
      [
        JSON.stringify({
          jsonrpc: '2.0',
          id: 5,
          method: 'irn_publish',
          params: { topic: newTopic(), message: 'a\0', ttl: 1, tag: 1 },
        }),
        '5',
        'Serialization',
      ],
    ] as const) {
      const answer = JSON.parse(await peer.ask(text))
      expect(String(answer.id), text).toBe(id)
      expect(answer.error, text).toMatchObject({ code: relayErrors[data].code, data })
      expect(answer.error.message.startsWith(relayErrors[data].message), text).toBe(true)
    }
    expect(await peer.call('irn_subscribe', { topic: newTopic() })).toHaveLength(64)
  })

  it('T88: ten thousand random topics have no message for a stranger', async () => {
    const { connect } = await start({ RELAY_CALLS_BURST: '10000' })
    const [dapp, stranger] = [await connect(), await connect()]
    const topic = newTopic()
    await publish(dapp, topic, 'secret')
    for (let round = 0; round < 20; round++) {
      const topics = Array.from({ length: 500 }, newTopic)
      expect(await stranger.call('irn_batchFetchMessages', { topics })).toEqual({
        messages: [],
        hasMore: false,
      })
    }
    await publish(dapp, topic, 'another')
    expect(stranger.pushes).toEqual([])
  })

  it('T87 T44: logs nothing of topics, messages, tokens and telemetry', async () => {
    const { connect, lines } = await start({ LOG_LEVEL: 'debug' })
    const [dapp, wallet] = [await connect({ key: createPeerKey() }), await connect()]
    const topic = newTopic()
    await wallet.call('irn_subscribe', { topic })
    await publish(dapp, topic, 'canary-message', { tvf: { rpcMethods: ['canary'] }, correlationId: 'canary' })
    await dapp.call('irn_publish', { topic, message: 'canary', ttl: -1, tag: 1 }).catch(() => {})
    await arrived(wallet, 'canary-message')
    const said = lines.join('\n')
    expect(said).not.toMatch(/canary/)
    expect(said).not.toContain(topic)
    expect(said).not.toContain(dapp.key.clientId)
  })
})
