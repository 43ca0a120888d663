import { testAccounts } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import { addressOf } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import { mainnet } from '../../contract/networks/evm.ts'
import { asked, pairedPeers } from '../conformance/pairedPeers.ts'
import { buildNamespaces } from '../namespaces/buildNamespaces.ts'
import { loadLiving } from './loadLiving.ts'

const [first] = testAccounts
const signal = new AbortController().signal
const signIn = {
  domain: 'shop.example',
  uri: 'https://shop.example/login',
  nonce: 'abcdef123456',
  chains: ['eip155:1', 'eip155:8453'],
  statement: 'Sign in to the shop.',
  issuedAt: '2026-11-20T12:00:00.000Z',
} as const

describe.each([true, false])('with a relay that knows sessions: %s', knowsSessions => {
  async function peers(options = {}) {
    const made = await pairedPeers({ approveByRelay: knowsSessions, ...options })
    made.relay.knowsSessions = knowsSessions
    return made
  }

  test('a phone that approves is connected, and so is the page', async () => {
    const { page, phone, connect, settled, relay } = await peers()
    const { session, proofs } = await connect()
    expect(session.peer.name).toBe('Sample Phone')
    expect(session.namespaces.eip155?.accounts[0]).toBe(`eip155:1:${first?.address}`)
    expect(session.namespaces.eip155?.chains).toEqual(['eip155:1', 'eip155:8453'])
    expect(proofs).toBeUndefined()
    await settled()
    expect(page.pairing.sessions).toEqual([session])
    expect(phone.sessions.map(({ topic }) => topic)).toEqual([session.topic])
    expect(page.told.map(({ type }) => type)).toEqual(['scanned', 'sessionChanged'])
    expect(relay.published.map(({ tag }) => tag)).toEqual([1100, 1101, 1102, 1103])
  })

  test('signs a message', async () => {
    const { page, connect, settled, phone } = await peers()
    const { session } = await connect()
    const answer = page.pairing.request(session.topic, 'eip155:1', {
      method: 'personal_sign',
      params: ['0x6869', first?.address],
    })
    await settled()
    expect(await answer).toMatch(/^0x[0-9a-f]{130}$/)
    expect(phone.wallet.requests.map(({ method }) => method)).toEqual(['personal_sign'])
    expect(page.told.at(-1)).toMatchObject({
      type: 'requestSent',
      event: { method: 'personal_sign', prompt: true },
    })
  })
})

test.each([
  ['eth_sendTransaction', true],
  ['wallet_sendCalls', true],
  ['wallet_getCallsStatus', false],
  ['wallet_getCapabilities', false],
  ['eth_accounts', false],
])('a phone is woken for what a person has to answer: %s %s', async (method, prompt) => {
  const { page, connect, settled, relay } = await pairedPeers({
    script: { [method]: { kind: 'answer', value: [] } },
  })
  const { session } = await connect()
  const answer = page.pairing.request(session.topic, 'eip155:1', { method, params: [] })
  await settled()
  expect(await answer).toEqual([])
  expect(relay.published.find(({ tag }) => tag === 1108)?.prompt ?? false).toBe(prompt)
  expect(page.told.at(-1)).toMatchObject({ type: 'requestSent', event: { method, prompt } })
})

test('a phone that can connects and signs in with one approval', async () => {
  const { page, phone, connect, settled } = await pairedPeers()
  const { session, proofs } = await connect({ signIn })
  expect(proofs?.map(proof => proof.data.chainId)).toEqual(['eip155:1', 'eip155:8453'])
  const { verifyMessage } = await import('viem')
  for (const { data, message, signature } of proofs ?? []) {
    expect(data).toMatchObject({ domain: signIn.domain, nonce: signIn.nonce, uri: signIn.uri })
    expect(message).toContain(`Nonce: ${signIn.nonce}\n`)
    const address = data.accountAddress as `0x${string}`
    expect(await verifyMessage({ address, message, signature: signature as `0x${string}` })).toBe(true)
  }
  await settled()
  expect(phone.sessions.map(({ topic }) => topic)).toEqual([session.topic])
  expect(phone.approvals.requests.map(({ method }) => method)).toEqual(['wc_sessionAuthenticate'])
  const answer = page.pairing.request(session.topic, 'eip155:8453', {
    method: 'personal_sign',
    params: ['0x6869', first?.address],
  })
  await settled()
  expect(await answer).toMatch(/^0x/)
})

test('a phone that cannot sign in at once is connected all the same', async () => {
  const { phone, connect } = await pairedPeers({ authenticate: false })
  const { session, proofs } = await connect({ signIn })
  expect(proofs).toBeUndefined()
  expect(session.namespaces.eip155?.methods).toContain('personal_sign')
  expect(phone.approvals.requests.map(({ method }) => method)).toEqual(['wc_sessionPropose'])
})

describe('a page with many networks', () => {
  const many = Array.from({ length: 70 }, (_, at) => ({
    ...mainnet,
    id: at + 1,
    caipNetworkId: `eip155:${at + 1}` as const,
  }))
  const chains = many.map(({ caipNetworkId }) => caipNetworkId)

  test.each([true, false])(
    'is connected, though they are too many to be signed in for with the approval: %s',
    async authenticate => {
      const { page, phone, settled } = await pairedPeers({ authenticate })
      const namespaces = buildNamespaces(many)
      const { uri, approval } = await page.pairing.connect({
        namespaces,
        signal,
        signIn: { ...signIn, chains },
      })
      await phone.pair(uri)
      await settled()
      expect(page.pairing.sessions).toHaveLength(1)
      expect(await approval).not.toHaveProperty('proofs')
    },
  )

  test('takes a wallet that shares many accounts on all of them', async () => {
    const { page, connect } = await pairedPeers({
      accounts: 8,
      chains: many.map(({ id }) => ({ id })),
    })
    const { session } = await connect({ namespaces: buildNamespaces(many) })
    const { accounts = [], chains: granted } = session.namespaces.eip155 ?? {}
    expect(granted).toEqual(chains)
    expect(new Set(accounts.map(addressOf))).toEqual(
      new Set(testAccounts.slice(0, 8).map(({ address }) => address)),
    )
    expect(page.pairing.sessions).toEqual([session])
  })
})

test.each(['wc_sessionPropose', 'wc_sessionAuthenticate'])('a refusal of %s says so', async method => {
  const { page, phone, connect } = await pairedPeers({ script: { [method]: 'reject' } })
  const options = method === 'wc_sessionAuthenticate' ? { signIn } : {}
  await expect(connect(options)).rejects.toMatchObject({
    code: 'CONNECTION_REJECTED',
    context: { walletCode: 5000, walletMessage: 'User rejected.' },
  })
  expect([...page.pairing.sessions, ...phone.sessions]).toEqual([])
})

test('F08 a wallet that never answers: APKT004 when the proposal is over', async () => {
  const { clock, page } = await pairedPeers()
  const { approval, expiresAt, uri } = await page.pairing.connect({ namespaces: asked, signal })
  expect(expiresAt - clock.now()).toBe(240_000)
  expect(uri).toContain(`expiryTimestamp=${Math.floor(expiresAt / 1000)}`)
  clock.advance(300_001)
  await expect(approval).rejects.toMatchObject({ code: 'APKT004' })
})

test.each([0, 120_000])(
  'F08 what is asked with a sign-in ends on the phone when the page waits no longer: %i',
  async away => {
    const { clock, page, phone, settled } = await pairedPeers({ mode: 'ask' })
    // It may be on its way for a while.
    await page.transport.setOnline(false)
    const { uri, approval } = await page.pairing.connect({ namespaces: asked, signal, signIn })
    clock.advance(away)
    await page.transport.setOnline(true)
    await phone.pair(uri)
    await settled()
    expect(phone.asks.map(({ method }) => method)).toEqual(['wc_sessionAuthenticate'])
    clock.advance(300_001 - away)
    await expect(approval).rejects.toMatchObject({ code: 'APKT004' })
    await settled()
    expect(phone.asks).toEqual([])
  },
)

test('T92 a URI is good once and until its time is over', async () => {
  const { clock, page, phone, settled, relay } = await pairedPeers()
  const { uri, approval } = await page.pairing.connect({ namespaces: asked, signal })
  const thief = await pairedPeers()
  await phone.pair(uri)
  await settled()
  await approval
  const before = relay.published.length
  // Another phone that saw the code finds the proposal in the mailbox and answers it.
  const { createPhoneWallet } = await import('@latchkey/testing/phone')
  const other = createPhoneWallet({ transport: relay.open({ clock }), chains: [{ id: 1 }], mode: 'approve' })
  await other.pair(uri)
  await settled()
  expect(page.pairing.sessions).toHaveLength(1)
  expect(relay.published.slice(before).map(({ tag }) => tag)).toEqual([1101, 1102])
  thief.clock.advance(240_001)
  await expect(thief.phone.pair(uri)).rejects.toThrow('expired')
})

test('closing ends the pairing: a late approval is ignored', async () => {
  const { page, phone, settled } = await pairedPeers({ mode: 'ask' })
  const closing = new AbortController()
  const { uri, approval } = await page.pairing.connect({ namespaces: asked, signal: closing.signal })
  await phone.pair(uri)
  await settled()
  closing.abort()
  await expect(approval).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  phone.asks[0]?.approve()
  await settled()
  expect(page.pairing.sessions).toEqual([])
  expect(phone.sessions).toEqual([])
})

test.each([{}, { signIn }])(
  'a key that the browser lost rejects the approval when the phone approves: %#',
  async options => {
    const { page, phone, settled } = await pairedPeers({ mode: 'ask' })
    const { uri, approval } = await page.pairing.connect({ namespaces: asked, signal, ...options })
    let refused: unknown
    approval.catch(cause => {
      refused = cause
    })
    await phone.pair(uri)
    await settled()
    const own = (await keysOf(page)).filter(key => key.startsWith('keypair/'))
    expect(own).toHaveLength(1)
    for (const key of own) await page.database.delete(key)
    phone.asks[0]?.approve()
    await settled()
    expect(refused).toMatchObject({ code: 'CONNECT_FAILED' })
    expect(await keysOf(page)).toEqual([])
  },
)

test('F36 a refusal is read by the tab whose code it was, though the one that leads has forgotten the key', async () => {
  const { page, phone, settled } = await pairedPeers({ mode: 'ask' })
  const { uri, approval } = await page.pairing.connect({ namespaces: asked, signal })
  let refused: unknown
  approval.catch(cause => {
    refused = cause
  })
  await phone.pair(uri)
  await settled()
  for (const key of await keysOf(page)) await page.database.delete(key)
  phone.asks[0]?.reject()
  await settled()
  expect(refused).toMatchObject({ code: 'CONNECTION_REJECTED' })
})

test('closing tells the phone that shows the question: it is taken back, and nothing of it is left on either side', async () => {
  const { page, phone, settled, relay } = await pairedPeers({ mode: 'ask' })
  const closing = new AbortController()
  const { uri, approval } = await page.pairing.connect({ namespaces: asked, signal: closing.signal })
  await phone.pair(uri)
  await settled()
  expect(phone.asks).toHaveLength(1)
  closing.abort()
  await expect(approval).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  await settled()
  expect(phone.asks).toEqual([])
  expect(relay.published.map(({ tag }) => tag).slice(0, 2)).toEqual([1100, 1000])
  expect(relay.published[1]?.ttl).toBe(300)
  expect(await keysOf(page)).toEqual([])
})

test('reports a cancellation made offline once the relay is back, on the next page if need be', async () => {
  const { page, phone, settled, relay, reload } = await pairedPeers({ mode: 'ask' })
  const closing = new AbortController()
  const { uri, approval } = await page.pairing.connect({ namespaces: asked, signal: closing.signal })
  await phone.pair(uri)
  await settled()
  await page.transport.setOnline(false)
  closing.abort()
  await expect(approval).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  await settled()
  expect(relay.published.map(({ tag }) => tag)).toEqual([1100])
  page.transport.close()
  const next = await reload()
  await next.pairing.restore()
  await settled()
  expect(relay.published.map(({ tag }) => tag)).toContain(1000)
  expect(phone.asks).toEqual([])
})

/** What a page left of keys and proposals. */
async function keysOf({ database }: { readonly database: { keys(): Promise<readonly string[]> } }) {
  return (await database.keys()).filter(key => /^(symkey|keypair|proposal|farewell)\//.test(key))
}

test('a proposal of a page that was closed is deleted with its keys when its time is over', async () => {
  const { page, clock, settled, reload } = await pairedPeers()
  await page.pairing.connect({ namespaces: asked, signal })
  await settled()
  const left = (await keysOf(page)).map(key => key.split('/')[0]).sort()
  expect(left).toEqual(['keypair', 'proposal', 'symkey'])
  page.transport.close()
  // The next page still hears an answer, and then forgets.
  const next = await reload()
  await next.pairing.restore()
  await settled()
  expect(await keysOf(page)).toHaveLength(3)
  clock.advance(305_000)
  await settled()
  expect(await keysOf(page)).toEqual([])
  // A page that comes later forgets at once.
  await next.pairing.connect({ namespaces: asked, signal })
  next.transport.close()
  clock.advance(305_000)
  await (await reload()).pairing.restore()
  await settled()
  expect(await keysOf(page)).toEqual([])
})

describe('what an answer needs is a chunk of its own', () => {
  test('retries a missing chunk after 1 s and 3 s, then rejects the callers, which may try again', async () => {
    let isThere = false
    let tries = 0
    const { page, phone, clock, settled } = await pairedPeers({}, () => {
      tries++
      return isThere ? loadLiving() : Promise.reject(createError('CHUNK_FAILED'))
    })
    const { approval } = await page.pairing.connect({ namespaces: asked, signal })
    await settled()
    clock.advance(1_000)
    await settled()
    expect(tries).toBe(2)
    clock.advance(3_000)
    await expect(approval).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
    isThere = true
    const again = await page.pairing.connect({ namespaces: asked, signal })
    await phone.pair(again.uri)
    await settled()
    expect((await again.approval).session.peer.name).toBe('Sample Phone')
  })

  test('it comes late: the answer waits for it', async () => {
    let arrive = () => {}
    const arrived = new Promise<void>(resolve => {
      arrive = resolve
    })
    const { page, phone, relay } = await pairedPeers({}, async () => {
      await arrived
      return loadLiving()
    })
    const { uri, approval } = await page.pairing.connect({ namespaces: asked, signal })
    await phone.pair(uri)
    await vi.waitUntil(() => relay.published.some(({ tag }) => tag === 1102))
    expect(page.pairing.sessions).toEqual([])
    arrive()
    expect((await approval).session.peer.name).toBe('Sample Phone')
  })
})

test('F38 a code whose times turn out wrong is over at once, to be made again', async () => {
  const { page, relay } = await pairedPeers()
  const { approval } = await page.pairing.connect({ namespaces: asked, signal })
  relay.ahead = 86_400_000
  await page.transport.setOnline(true)
  await expect(approval).rejects.toMatchObject({ code: 'APKT004', context: { reason: 'clock' } })
  const { uri, expiresAt } = await page.pairing.connect({ namespaces: asked, signal })
  expect(uri).toContain(`expiryTimestamp=${(expiresAt + 86_400_000) / 1_000}`)
})
