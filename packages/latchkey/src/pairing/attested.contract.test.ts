/** Tests the attestation of a page that a wallet receives through the real services and the real relay (T94). */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '@latchkey/server'
import { createPhoneWallet, type PhoneWallet } from '@latchkey/testing/phone'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AttestationKey } from '../contract/attestation.ts'
import { mainnet } from '../contract/networks/evm.ts'
import { type Clock, systemClock } from '../engine/base/clock.ts'
import { systemRandom } from '../engine/base/random.ts'
import { createFakeClock } from '../engine/fixtures/createFakeClock.ts'
import { createMemoryDatabase } from '../engine/fixtures/createMemoryDatabase.ts'
import { attestMessage } from '../engine/nouns/sessions/attestMessage.ts'
import { createPairing } from './createPairing.ts'
import { buildNamespaces } from './namespaces/buildNamespaces.ts'
import type { PairOptions } from './pairing.ts'
import { openTransport } from './socket/openTransport.ts'

const origin = 'http://localhost:5173'
const projectId = 'latchkey-dev'
const asked = buildNamespaces([mainnet])
const folder = mkdtempSync(join(tmpdir(), 'latchkey-attested-'))
const closing: (() => void)[] = []
let server: RunningServer
let other: RunningServer

beforeAll(async () => {
  const env = { LATCHKEY_DEV: '1', RELAY_DRAIN_MS: '0', LOG_LEVEL: 'silent' }
  const start = (name: string) => startServer({ port: 0, dataFolder: join(folder, name), env })
  ;[server, other] = await Promise.all([start('one'), start('two')])
})

afterEach(() => {
  for (const close of closing.splice(0).reverse()) close()
})

afterAll(async () => {
  await Promise.all([server.close(), other.close()])
  rmSync(folder, { recursive: true })
})

const edges = () => ({
  database: createMemoryDatabase(),
  version: '0.0.0',
  clock: systemClock,
  random: systemRandom,
  relayUrl: `ws://127.0.0.1:${server.port}/relay`,
  projectId,
  alert: () => undefined,
})

/** What a browser does for a page of this origin. */
const attestAt = (services: RunningServer, from: string) => async (id: string) => {
  const response = await fetch(`${services.url}/attestation?projectId=${projectId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: from },
    body: JSON.stringify({ id }),
  })
  if (!response.ok) throw new Error(`${response.status}`)
  return ((await response.json()) as { readonly attestation: string }).attestation
}

async function openPage(url: string, attest?: (id: string) => Promise<string>, clock: Clock = systemClock) {
  const pairing = await createPairing({
    ...edges(),
    id: randomUUID(),
    metadata: { name: 'Shop', description: '', url, icons: [] },
    ...(attest && { attest: message => attestMessage(message, { clock, ask: attest }) }),
  })
  closing.push(() => pairing.destroy())
  return pairing
}

function openPhone(): PhoneWallet {
  const phone = createPhoneWallet({
    transport: openTransport({ ...edges(), name: `phone-${randomUUID()}` }),
    chains: [{ id: 1 }],
    mode: 'ask',
    attestationKey: async () => {
      const response = await fetch(`${server.url}/attestation/key`)
      return ((await response.json()) as { readonly publicKey: AttestationKey }).publicKey
    },
  })
  closing.push(() => phone.stop())
  return phone
}

async function ask(options: {
  readonly attest?: (id: string) => Promise<string>
  readonly url?: string
  readonly signIn?: PairOptions['signIn']
}) {
  const page = await openPage(options.url ?? `${origin}/shop`, options.attest)
  const phone = openPhone()
  const { uri, approval } = await page.connect({
    namespaces: asked,
    signal: new AbortController().signal,
    ...(options.signIn && { signIn: options.signIn }),
  })
  await phone.pair(uri)
  const [first] = await new Promise<PhoneWallet['asks']>(resolve => {
    const off = phone.subscribe(() => {
      if (phone.asks.length === 0) return
      off()
      resolve(phone.asks)
    })
  })
  return { page, phone, first, approval }
}

const signIn = {
  domain: 'localhost:5173',
  uri: origin,
  nonce: 'abcdef123456',
  chains: ['eip155:1'],
  issuedAt: new Date().toISOString(),
} as const

describe('T94 a wallet learns which page asks', () => {
  test('where the services saw the page that it says it is: VALID, for the session as well', async () => {
    const { page, phone, first, approval } = await ask({ attest: attestAt(server, origin) })
    expect(first?.verification).toEqual({ validation: 'VALID', origin })
    first?.approve()
    const { session } = await approval
    expect(phone.sessions).toMatchObject([{ topic: session.topic, verifiedOrigin: origin }])
    const [account = ''] = session.namespaces.eip155?.accounts ?? []
    const params = ['0x6869', account.split(':')[2]]
    const signed = page.request(session.topic, 'eip155:1', { method: 'personal_sign', params })
    await expect.poll(() => phone.asks[0]?.verification).toEqual({ validation: 'VALID', origin })
    phone.asks[0]?.approve()
    expect(await signed).toMatch(/^0x/)
  })

  test('with a sign-in, too', async () => {
    const { first } = await ask({ attest: attestAt(server, origin), signIn })
    expect(first).toMatchObject({
      method: 'wc_sessionAuthenticate',
      verification: { validation: 'VALID', origin },
    })
  })

  test('where it says that it is another one: INVALID, with the origin that it has', async () => {
    const { first } = await ask({ attest: attestAt(server, origin), url: 'https://bank.example' })
    expect(first?.verification).toEqual({ validation: 'INVALID', origin })
  })

  test.each<[string, ((id: string) => Promise<string>) | undefined]>([
    ['no services vouch', undefined],
    ['the services refuse its origin', id => attestAt(server, 'https://evil.example')(id)],
    ['the word is of other services', id => attestAt(other, origin)(id)],
    ['the word is for another message', () => attestAt(server, origin)('ab'.repeat(32))],
    ['the word is forged', async () => 'e30.e30.AA'],
    ['the services cannot be reached', () => Promise.reject(new TypeError('offline'))],
  ])('UNKNOWN where %s, and it can connect all the same', async (_why, attest) => {
    const { first, approval } = await ask(attest ? { attest } : {})
    expect(first?.verification).toEqual({ validation: 'UNKNOWN' })
    first?.approve()
    expect((await approval).session.peer.name).toBe('Sample Phone')
  })

  test('services that never answer hold up neither the code nor, for long, the proposal', async () => {
    const clock = createFakeClock()
    const page = await openPage(origin, () => new Promise(() => undefined), clock)
    const phone = openPhone()
    const { uri } = await page.connect({ namespaces: asked, signal: new AbortController().signal })
    // There is a code while the clock stands; the proposal is sent when the wait for the services is over.
    await phone.pair(uri)
    await clock.reach(2_000)
    await expect.poll(() => phone.asks[0]?.verification).toEqual({ validation: 'UNKNOWN' })
  })
})
