import { testAccounts } from '@latchkey/testing'
import { expect, test, vi } from 'vitest'
import { createError } from '../../contract/errors/createError.ts'
import { asked, pairedPeers } from '../conformance/pairedPeers.ts'

const [first, second] = testAccounts.map(({ address }) => address)
const week = 604_800_000
const signIn = {
  domain: 'shop.example',
  uri: 'https://shop.example/login',
  nonce: 'abcdef123456',
  chains: ['eip155:1'],
  issuedAt: '2026-11-20T12:00:00.000Z',
} as const
const sign = { method: 'personal_sign', params: ['0x6869', first] }

async function connected(options = {}) {
  const peers = await pairedPeers(options)
  const { session } = await peers.connect()
  await peers.settled()
  return { ...peers, topic: session.topic, session }
}

test('update: the newest grants hold, older ones come too late, nonsense changes nothing', async () => {
  const { page, phone, topic, settled } = await connected()
  const granted = () => page.pairing.sessions[0]?.namespaces.eip155?.accounts
  const only = (address: string | undefined) => ({
    eip155: {
      chains: ['eip155:1'],
      accounts: [`eip155:1:${address}`],
      methods: ['personal_sign'],
      events: ['chainChanged'],
    },
  })
  const newest = 2_000_000_000_000_000
  await phone.update(topic, only(second), newest)
  await settled()
  expect(granted()).toEqual([`eip155:1:${second}`])
  await phone.update(topic, only(first), newest - 1)
  await settled()
  expect(granted()).toEqual([`eip155:1:${second}`])
  await phone.update(topic, { eip155: { chains: [], accounts: ['nobody'], methods: [], events: [] } })
  await phone.update(topic, { solana: only(first).eip155 })
  await settled()
  expect(granted()).toEqual([`eip155:1:${second}`])
  expect(page.told.filter(({ type }) => type === 'sessionChanged')).toHaveLength(2)
})

test('extend: lasts a week from now, and ends by itself without another extension', async () => {
  const { page, phone, topic, settled, clock } = await connected()
  clock.advance(100_000_000)
  await phone.extend(topic)
  await settled()
  expect(page.pairing.sessions[0]?.expiresAt).toBe(clock.now() + week)
  clock.advance(week)
  await settled()
  expect(page.pairing.sessions).toEqual([])
  expect(page.told.at(-1)).toEqual({ type: 'sessionEnded', event: { topic, by: 'expiry' } })
})

test('F12 ping: both sides answer; a phone that is gone is noticed after 3 s', async () => {
  const { page, phone, phoneTransport, topic, settled, clock } = await connected()
  const there = page.pairing.ping(topic)
  const back = phone.ping(topic)
  await settled()
  expect([await there, await back]).toEqual([true, true])
  await phoneTransport.setOnline(false)
  const gone = page.pairing.ping(topic)
  await settled()
  clock.advance(3_000)
  expect(await gone).toBe(false)
  expect(await page.pairing.ping('0'.repeat(64))).toBe(false)
})

test('events: those that were granted are emitted, others refused', async () => {
  const { page, phone, topic, settled } = await connected()
  await phone.emit(topic, { name: 'chainChanged', data: 8453 }, 'eip155:8453')
  await phone.emit(topic, { name: 'made_up', data: 1 }, 'eip155:1')
  await phone.emit(topic, { name: 'chainChanged', data: 1 }, 'solana:1')
  await settled()
  expect(page.told.filter(({ type }) => type === 'sessionEvent')).toEqual([
    {
      type: 'sessionEvent',
      event: { topic, chainId: 'eip155:8453', name: 'chainChanged', data: 8453 },
    },
  ])
})

test('the wallet ends it: it is answered before the keys are deleted, and pending requests reject', async () => {
  const { page, phone, topic, settled, relay } = await connected({
    mode: 'ask',
    script: { wc_sessionPropose: 'approve' },
  })
  const waiting = page.pairing.request(topic, 'eip155:1', sign)
  waiting.catch(() => undefined)
  await settled()
  await phone.disconnect(topic, { code: 6000, message: 'Good\u202e bye\u0000' })
  await settled()
  await expect(waiting).rejects.toMatchObject({ code: 4900 })
  expect(page.told.at(-1)).toEqual({
    type: 'sessionEnded',
    event: { topic, by: 'wallet', code: 6000, message: 'Good bye' },
  })
  expect(relay.published.at(-1)).toMatchObject({ tag: 1113, topic })
  expect(await page.transport.store.symKeys.get(topic)).toBeUndefined()
})

test('the page ends it: at once here, and the wallet hears of it', async () => {
  const { page, phone, topic, settled } = await connected()
  await page.pairing.disconnect(topic)
  expect(page.pairing.sessions).toEqual([])
  await settled()
  expect(phone.sessions).toEqual([])
  await expect(page.pairing.request(topic, 'eip155:1', sign)).rejects.toMatchObject({ code: 4900 })
})

test('the page ends it while what the wallet changed is being stored: over is over', async () => {
  const { page, phone, topic, settled } = await connected()
  const { set } = page.database
  let store = () => {}
  const stored = new Promise<void>(resolve => {
    store = resolve
  })
  let isStoring = false
  Object.assign(page.database, {
    async set(key: string, value: unknown) {
      if (key.startsWith('session/')) {
        isStoring = true
        await stored
      }
      return set(key, value)
    },
  })
  const eip155 = {
    chains: ['eip155:1'],
    accounts: [`eip155:1:${second}`],
    methods: ['personal_sign'],
    events: ['chainChanged'],
  }
  const changed = phone.update(topic, { eip155 })
  await vi.waitUntil(() => isStoring)
  const ended = page.pairing.disconnect(topic)
  await vi.waitUntil(() => page.told.at(-1)?.type === 'sessionEnded')
  store()
  await Promise.all([changed, ended])
  await settled()
  expect(page.pairing.sessions).toEqual([])
  expect(page.told.at(-1)?.type).toBe('sessionEnded')
})

test('the end of a session outlives the page that could not say it', async () => {
  const { page, phone, topic, settled, reload } = await connected()
  await page.transport.setOnline(false)
  await page.pairing.disconnect(topic)
  page.pairing.destroy()
  await settled()
  expect(phone.sessions).toHaveLength(1)
  const next = await reload()
  expect(await next.pairing.restore()).toEqual([])
  await settled()
  expect(phone.sessions).toEqual([])
  const last = await reload()
  await last.pairing.restore()
  await settled()
  expect(phone.approvals.requests).toHaveLength(1)
})

test('a session comes back after a reload without a prompt', async () => {
  const { page, phone, topic, settled, reload } = await connected()
  page.pairing.destroy()
  const next = await reload()
  const [session] = await next.pairing.restore()
  expect(session).toMatchObject({ topic, peer: { name: 'Sample Phone' } })
  const answer = next.pairing.request(topic, 'eip155:1', sign)
  await settled()
  expect(await answer).toMatch(/^0x/)
  expect(phone.approvals.requests).toHaveLength(1)
})

test('a session that the wallet ended while the page was away is noticed', async () => {
  const { page, phone, topic, settled, reload } = await connected()
  page.pairing.destroy()
  await phone.disconnect(topic)
  const next = await reload()
  expect(await next.pairing.restore()).toHaveLength(1)
  await settled()
  expect(next.pairing.sessions).toEqual([])
  expect(next.told.at(-1)).toMatchObject({ type: 'sessionEnded', event: { by: 'wallet' } })
})

test('a session that expired while the page was away is gone', async () => {
  const { page, clock, reload } = await connected()
  page.pairing.destroy()
  clock.advance(week + 1)
  const next = await reload()
  expect(await next.pairing.restore()).toEqual([])
})

test('an approval that comes after the page was reloaded still counts', async () => {
  const { page, phone, settled, reload } = await pairedPeers({ mode: 'ask' })
  const { signal } = new AbortController()
  const { uri } = await page.pairing.connect({ namespaces: asked, signal })
  await phone.pair(uri)
  await settled()
  // A phone's system ends a tab in the background without notice.
  page.transport.close()
  phone.asks[0]?.approve()
  await settled()
  const next = await reload()
  await next.pairing.restore()
  await settled()
  expect(next.pairing.sessions).toHaveLength(1)
  expect(next.told.map(({ type }) => type)).toContain('sessionChanged')
})

test.each([undefined, signIn])(
  'the page after the one that paired forgets what the session came by: %#',
  async request => {
    const { page, connect, settled, reload } = await pairedPeers()
    const { session } = await connect(request && { signIn: request })
    await settled()
    // Before the page has forgotten it itself.
    page.transport.close()
    const left = async () => (await page.database.keys()).filter(key => !key.startsWith('vault/')).sort()
    const next = await reload()
    await next.pairing.restore()
    await settled()
    const topics = (await left()).filter(key => /^(?:symkey|history)/.test(key)).map(key => key.split('/')[1])
    expect(new Set(topics)).toEqual(new Set([session.topic]))
    await next.pairing.disconnect(session.topic)
    await settled()
    expect(await left()).toEqual([])
  },
)

test('a session that ends at once leaves nothing of its pairing', async () => {
  const { page, connect, settled } = await pairedPeers()
  const { session } = await connect()
  await settled()
  await page.pairing.disconnect(session.topic)
  await settled()
  expect((await page.database.keys()).filter(key => !key.startsWith('vault/'))).toEqual([])
})

test('F07 an end that the relay refused for a moment is sent by the next page', async () => {
  const { page, phone, topic, settled, relay, reload } = await connected()
  const told = () => relay.published.filter(({ tag }) => tag === 1112)
  relay.refuseNext = createError('APKT009', { context: { relayCode: -32_603 } })
  await page.pairing.disconnect(topic)
  await settled()
  expect(told()).toEqual([])
  page.transport.close()
  const next = await reload()
  await next.pairing.restore()
  await settled()
  expect(told()).toMatchObject([{ topic }])
  expect(phone.sessions).toEqual([])
  expect((await page.database.keys()).filter(key => key.startsWith('farewell/'))).toEqual([])
})

test('F02 F05 everything three times: one session, one signature, nothing asked twice', async () => {
  const { page, phone, topic, settled, relay } = await connected()
  relay.copies = 3
  const answer = page.pairing.request(topic, 'eip155:1', sign)
  await settled()
  expect(await answer).toMatch(/^0x/)
  await phone.emit(topic, { name: 'chainChanged', data: 8453 }, 'eip155:8453')
  await settled()
  expect(phone.wallet.requests).toHaveLength(1)
  expect(page.told.filter(({ type }) => type === 'sessionEvent')).toHaveLength(1)
})

test('F02 a proposal made while the relay is away reaches the wallet once it is back', async () => {
  const { page, phone, settled } = await pairedPeers()
  await page.transport.setOnline(false)
  const { signal } = new AbortController()
  // The URI does not wait for the relay.
  const { uri, approval } = await page.pairing.connect({ namespaces: asked, signal })
  await phone.pair(uri)
  await settled()
  expect(phone.approvals.requests).toEqual([])
  expect(page.pairing.online).toBe(false)
  await page.transport.setOnline(true)
  await settled()
  expect(page.pairing.online).toBe(true)
  expect((await approval).session.peer.name).toBe('Sample Phone')
  expect(phone.approvals.requests).toHaveLength(1)
  expect(page.told.filter(({ type }) => type === 'relay').map(({ event }) => event)).toEqual([
    { online: false },
    { online: true },
  ])
})

test('F09 a wallet that never answers: APKT004 when the request is over, a late answer is dropped', async () => {
  const { page, phone, topic, settled, clock } = await connected({
    mode: 'ask',
    script: { wc_sessionPropose: 'approve' },
  })
  const answer = page.pairing.request(topic, 'eip155:1', sign)
  answer.catch(() => undefined)
  await settled()
  clock.advance(300_000)
  await expect(answer).rejects.toMatchObject({ code: -32603, cause: { code: 'APKT004' } })
  await settled()
  // Taken back on the phone as well; what it answers counts for nothing.
  expect(phone.asks).toEqual([])
  expect(page.pairing.sessions).toHaveLength(1)
})

test('F10 a pending request is withdrawn on the phone when the site disconnects', async () => {
  const { page, phone, topic, settled } = await connected({
    mode: 'ask',
    script: { wc_sessionPropose: 'approve' },
  })
  page.pairing.request(topic, 'eip155:1', sign).catch(() => undefined)
  await settled()
  expect(phone.asks.map(({ method }) => method)).toEqual(['personal_sign'])
  await page.pairing.disconnect(topic)
  await settled()
  expect(phone.asks).toEqual([])
})

test('a request that is given up is over at once', async () => {
  const { page, topic, settled } = await connected({ script: { personal_sign: 'hang' } })
  const leaving = new AbortController()
  const answer = page.pairing.request(topic, 'eip155:1', { ...sign, signal: leaving.signal })
  answer.catch(() => undefined)
  await settled()
  leaving.abort()
  await expect(answer).rejects.toMatchObject({ cause: { code: 'RPC_ABORTED' } })
})

test.each([
  [undefined, 300],
  [1_000, 300],
  [600_000, 600],
  [10 * week, week / 1_000],
])('the relay stores a request of %s ms for %i s', async (lifetime, ttl) => {
  const { page, topic, settled, relay } = await connected({ script: { personal_sign: 'hang' } })
  const options = lifetime === undefined ? sign : { ...sign, lifetime }
  page.pairing.request(topic, 'eip155:1', options).catch(() => undefined)
  await settled()
  expect(relay.published.find(({ tag }) => tag === 1108)?.ttl).toBe(ttl)
})

test('a request that the session does not grant never leaves the page', async () => {
  const { page, topic, relay } = await connected()
  const before = relay.published.length
  const ask = (chain: `eip155:${number}` | `solana:${string}`, method: string) =>
    page.pairing.request(topic, chain, { method, params: [] })
  await expect(ask('eip155:10', 'personal_sign')).rejects.toMatchObject({ code: 4901 })
  await expect(ask('solana:x', 'solana_signMessage')).rejects.toMatchObject({ code: 4901 })
  await expect(ask('eip155:1', 'eth_sign')).rejects.toMatchObject({ code: 4200 })
  await expect(ask('eip155:1', '__proto__')).rejects.toMatchObject({ code: 4200 })
  expect(relay.published.length).toBe(before)
})

test('a relay that refuses rejects the approval at once, not after a minute', async () => {
  const { page, relay } = await pairedPeers()
  relay.refuseNext = createError('APKT010')
  const { signal } = new AbortController()
  const { approval } = await page.pairing.connect({ namespaces: asked, signal })
  await expect(approval).rejects.toMatchObject({ code: 'APKT010' })
})

test.each(['null', 'object', 'html', 'nested', 'number'] as const)(
  'F10 a wallet that answers the proposal with %s: WALLET_BAD_ANSWER, no session',
  async as => {
    const { page, connect } = await pairedPeers({ script: { wc_sessionPropose: { kind: 'malformed', as } } })
    await expect(connect()).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    expect(page.pairing.sessions).toEqual([])
  },
)

test('F11 a wallet that approves an unrequested chain is connected there, and nowhere else', async () => {
  const { connect } = await pairedPeers({
    script: { wc_sessionPropose: { kind: 'wrongChain', chainId: 137 } },
  })
  const { session } = await connect()
  expect(session.namespaces.eip155?.chains).toEqual(['eip155:137'])
})

test('T87 the relay sees envelopes, and nothing of what is in them', async () => {
  const canary = 'canary-7f3a'
  const { page, topic, settled, relay, session } = await connected()
  const params = [`0x${Buffer.from(canary).toString('hex')}`, first]
  await Promise.all([page.pairing.request(topic, 'eip155:1', { method: 'personal_sign', params }), settled()])
  const seen = relay.published.map(({ message }) => Buffer.from(message, 'base64').toString('latin1')).join()
  for (const secret of [
    canary,
    Buffer.from(canary).toString('hex'),
    first,
    'personal_sign',
    session.peer.name,
  ]) {
    expect(seen).not.toContain(secret)
  }
})

test('a stranger’s messages on a topic are dropped', async () => {
  const { page, topic, settled, relay } = await connected()
  const before = relay.published.length
  for (const message of ['', 'AAAA', '!!!!', Buffer.alloc(200).toString('base64'), 'Ag=='.repeat(1_000)]) {
    await relay.inject({ topic, message, tag: 1108, ttl: 300 })
  }
  await settled()
  expect(relay.published.length).toBe(before + 5)
  expect(page.pairing.sessions).toHaveLength(1)
})

test('two pages on one phone', async () => {
  const { phone, settled, connect, page } = await pairedPeers()
  const a = await connect()
  const b = await connect()
  await settled()
  expect(phone.sessions).toHaveLength(2)
  await phone.disconnect(a.session.topic)
  await settled()
  expect(page.pairing.sessions.map(({ topic }) => topic)).toEqual([b.session.topic])
})
