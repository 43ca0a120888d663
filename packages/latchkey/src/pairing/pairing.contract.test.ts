import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '@latchkey/server'
import { testAccounts } from '@latchkey/testing'
import { createPhoneWallet, type PhoneWallet, type PhoneWalletOptions } from '@latchkey/testing/phone'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '../contract/limits.ts'
import { base, mainnet } from '../contract/networks/evm.ts'
import { systemClock } from '../engine/base/clock.ts'
import type { KeyValueDatabase } from '../engine/base/database.ts'
import { systemRandom } from '../engine/base/random.ts'
import { createMemoryDatabase } from '../engine/fixtures/createMemoryDatabase.ts'
import { createPairing } from './createPairing.ts'
import { buildNamespaces } from './namespaces/buildNamespaces.ts'
import type { Pairing, PairingEvents, PairOptions } from './pairing.ts'
import { openTransport } from './socket/openTransport.ts'

const [first] = testAccounts.map(({ address }) => address)
const asked = buildNamespaces([mainnet, base])
const projectId = 'latchkey-dev'
const folder = mkdtempSync(join(tmpdir(), 'latchkey-pairing-'))
const lines: string[] = []
const closing: (() => void)[] = []
let server: RunningServer
let relayUrl: string

beforeAll(async () => {
  server = await startServer({
    port: 0,
    dataFolder: folder,
    env: {
      LATCHKEY_DEV: '1',
      RELAY_DRAIN_MS: '0',
      RELAY_HANDSHAKES_BURST: '1000',
      RELAY_HANDSHAKES_PER_MINUTE: '60000',
      RELAY_HANDSHAKES_PER_MINUTE_OF_CLIENT: '1000',
      LOG_LEVEL: 'debug',
    },
    log: { write: line => void lines.push(line) },
  })
  relayUrl = `ws://127.0.0.1:${server.port}/relay`
})

afterEach(() => {
  for (const close of closing.splice(0).reverse()) close()
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** A page; pages of one id and database are tabs of one browser. */
async function openPage(
  id = randomUUID(),
  database: KeyValueDatabase = createMemoryDatabase(),
): Promise<Pairing> {
  const pairing = await createPairing({
    id,
    // The browser's: its tabs share it, and one that closes does not take it along.
    database: { ...database, kind: 'indexeddb', close: () => undefined },
    version: '0.0.0',
    clock: systemClock,
    random: systemRandom,
    relayUrl,
    projectId,
    metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: [] },
    alert: () => undefined,
  })
  closing.push(() => pairing.destroy())
  return pairing
}

function openPhone(
  options: Partial<PhoneWalletOptions> = {},
  database: KeyValueDatabase = createMemoryDatabase(),
): PhoneWallet {
  const phone = createPhoneWallet({
    transport: openTransport({
      name: `phone-${randomUUID()}`,
      database: { ...database, close: () => undefined },
      relayUrl,
      projectId,
      version: '0.0.0',
      clock: systemClock,
      random: systemRandom,
      alert: () => undefined,
    }),
    chains: [{ id: 1 }, { id: 8453 }],
    mode: 'approve',
    ...options,
  })
  closing.push(() => phone.stop())
  return phone
}

async function connect(page: Pairing, phone: PhoneWallet, options: Partial<PairOptions> = {}) {
  const { signal } = new AbortController()
  const { uri, approval } = await page.connect({ namespaces: asked, signal, ...options })
  await phone.pair(uri)
  return approval
}

function next<Type extends keyof PairingEvents>(page: Pairing, type: Type): Promise<PairingEvents[Type]> {
  return new Promise(resolve => {
    const off = page.on(type, event => {
      off()
      resolve(event)
    })
  })
}

const sign = { method: 'personal_sign', params: ['0x6869', first] }

test('page, relay and phone: connect, sign, events, ping, and the end from either side', async () => {
  const page = await openPage()
  const phone = openPhone()
  const { session } = await connect(page, phone)
  expect(await page.request(session.topic, 'eip155:1', sign)).toMatch(/^0x[0-9a-f]{130}$/)
  const moved = next(page, 'sessionEvent')
  phone.wallet.switchChain(8453)
  expect(await moved).toMatchObject({ name: 'chainChanged', data: 8453 })
  expect(await page.ping(session.topic)).toBe(true)
  expect(await phone.ping(session.topic)).toBe(true)
  const changed = next(page, 'sessionChanged')
  await phone.extend(session.topic)
  expect((await changed).session.topic).toBe(session.topic)
  const ended = next(page, 'sessionEnded')
  await phone.disconnect(session.topic)
  expect(await ended).toMatchObject({ by: 'wallet', code: 6000 })

  const again = await connect(page, phone)
  await page.disconnect(again.session.topic)
  await vi.waitFor(() => expect(phone.sessions).toEqual([]))
})

test('one approval connects and signs in', async () => {
  const signIn = {
    domain: 'shop.example',
    uri: 'https://shop.example/login',
    nonce: 'abcdef123456',
    chains: ['eip155:1'],
    issuedAt: new Date().toISOString(),
  } as const
  const page = await openPage()
  const { session, proofs } = await connect(page, openPhone(), { signIn })
  expect(proofs?.[0]?.data).toMatchObject({ accountAddress: first, nonce: signIn.nonce })
  expect(await page.request(session.topic, 'eip155:1', sign)).toMatch(/^0x/)
  const fallback = await connect(page, openPhone({ authenticate: false }), { signIn })
  expect(fallback.proofs).toBeUndefined()
})

test('a page that comes back finds its session, and one that the wallet ended meanwhile is gone', async () => {
  const id = randomUUID()
  const database = createMemoryDatabase()
  const page = await openPage(id, database)
  const phone = openPhone()
  const { session } = await connect(page, phone)
  page.destroy()
  const back = await openPage(id, database)
  expect(await back.restore()).toHaveLength(1)
  expect(await back.request(session.topic, 'eip155:1', sign)).toMatch(/^0x/)
  back.destroy()
  await phone.disconnect(session.topic)
  const last = await openPage(id, database)
  const ended = next(last, 'sessionEnded')
  await last.restore()
  expect(await ended).toMatchObject({ topic: session.topic, by: 'wallet' })
})

test('a phone that comes back answers what was asked while it was away', async () => {
  const database = createMemoryDatabase()
  const page = await openPage()
  const phone = openPhone({}, database)
  const { session } = await connect(page, phone)
  await vi.waitFor(() => expect(page.sessions).toHaveLength(1))
  phone.stop()
  const answer = page.request(session.topic, 'eip155:1', sign)
  const back = openPhone({}, database)
  expect(await back.restore()).toMatchObject([{ topic: session.topic, peer: { name: 'Shop' } }])
  expect(await answer).toMatch(/^0x/)
})

test('F36 tabs share sessions: connected in one, used in both, ended in either', async () => {
  const id = randomUUID()
  const database = createMemoryDatabase()
  const leader = await openPage(id, database)
  await leader.restore()
  const follower = await openPage(id, database)
  const phone = openPhone()
  const seen = next(leader, 'sessionChanged')
  const { session } = await connect(follower, phone)
  expect((await seen).session).toEqual(session)
  const both = [leader, follower].map(page => page.request(session.topic, 'eip155:1', sign))
  for (const answer of await Promise.all(both)) expect(answer).toMatch(/^0x/)
  expect(phone.wallet.requests).toHaveLength(2)
  const asked = performance.now()
  const ended = next(follower, 'sessionEnded')
  await leader.disconnect(session.topic)
  expect(await ended).toMatchObject({ topic: session.topic })
  // The leading tab reported it: no heartbeat had to find it out.
  expect(performance.now() - asked).toBeLessThan(limits.heartbeat)
  await vi.waitFor(() => expect(phone.sessions).toEqual([]))

  const other = await connect(leader, phone)
  const endedToo = [next(leader, 'sessionEnded'), next(follower, 'sessionEnded')]
  await phone.disconnect(other.session.topic)
  for (const each of await Promise.all(endedToo)) expect(each).toMatchObject({ by: 'wallet' })
})

test('F36 a tab that follows signs in with one approval as well', async () => {
  const id = randomUUID()
  const database = createMemoryDatabase()
  const leader = await openPage(id, database)
  await leader.restore()
  const follower = await openPage(id, database)
  const signIn = {
    domain: 'shop.example',
    uri: 'https://shop.example',
    nonce: 'abcdef123456',
    chains: ['eip155:1'],
    issuedAt: new Date().toISOString(),
  } as const
  const { proofs } = await connect(follower, openPhone(), { signIn })
  expect(proofs).toHaveLength(1)
})

test('T87 T92 neither words, addresses nor keys are in the relay’s store or log', async () => {
  const page = await openPage()
  const phone = openPhone()
  const canary = 'canary-7f3a9d'
  const { signal } = new AbortController()
  const { uri, approval } = await page.connect({ namespaces: asked, signal })
  await phone.pair(uri)
  const { session } = await approval
  const params = [`0x${Buffer.from(canary).toString('hex')}`, first]
  await page.request(session.topic, 'eip155:1', { method: 'personal_sign', params })
  const symKey = new URLSearchParams(uri.split('?')[1]).get('symKey') ?? 'none'
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const stored = files.map(file => readFileSync(join(file.parentPath, file.name)).toString('latin1'))
  expect(stored.join()).toContain(session.topic)
  const said = [...stored, ...lines].join()
  for (const secret of [
    canary,
    Buffer.from(canary).toString('hex'),
    first,
    'personal_sign',
    symKey,
    'symKey',
  ]) {
    expect(said.includes(String(secret)), String(secret)).toBe(false)
  }
})
