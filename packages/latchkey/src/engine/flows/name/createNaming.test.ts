import { describe, expect, onTestFinished, test } from 'vitest'
import { testFacts } from '../../../chains/fixtures/testFacts.ts'
import type { AdapterDescriptor, ChainAdapter, ProviderChange } from '../../../contract/adapter.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { DiscoveredWallet } from '../../../contract/wallet.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createEngine } from '../../createEngine.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createFakeZone, fakeZoneName } from '../../fixtures/createFakeZone.ts'
import { startLoopback } from '../../fixtures/startLoopback.ts'
import { brokenRule } from './nameRule.ts'
import { isFree } from './typedTransition.ts'

const ada = `0x${'a'.repeat(40)}`
const bob = `0x${'b'.repeat(40)}`
const name = `alice.${fakeZoneName}`
const signature = `0x${'5e'.repeat(65)}`

const network = (id: number, more: object = {}) => ({
  chainNamespace: 'eip155',
  caipNetworkId: `eip155:${id}` as const,
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
  ...more,
})

async function setUp(options: { readonly cannotSign?: boolean; readonly testnet?: boolean } = {}) {
  const zone = createFakeZone()
  const server = await startLoopback(request => zone.reply(request))
  const clock = createFakeClock()
  zone.now = clock.now()
  const asked: { message: string; account: string }[] = []
  /** What the wallet does when it is asked. */
  const wallet = { sign: async (): Promise<string> => signature }
  let change: (what: ProviderChange) => void = () => undefined
  const accountsOf = (address: string) => [{ caip10: `eip155:1:${address}` as const, type: 'eoa' as const }]
  const adapter = {
    namespace: 'eip155',
    isAddress: () => true,
    formatAddress: (address: string) => address,
    connect: async () => ({ caipNetworkId: 'eip155:1', accounts: accountsOf(ada) }),
    watch(_provider: unknown, changed: (what: ProviderChange) => void) {
      change = changed
      return () => undefined
    },
    abilities: () =>
      options.cannotSign
        ? {}
        : {
            signMessage(order: { message: string; account: string }) {
              asked.push(order)
              return wallet.sign()
            },
          },
  } as unknown as ChainAdapter
  const descriptor: AdapterDescriptor = {
    namespace: 'eip155',
    facts: testFacts('eip155'),
    discover: () => () => undefined,
    load: async () => adapter,
  }
  const engine = createEngine({
    config: resolveConfig({
      projectId: 'test',
      networks: [network(1, { testnet: options.testnet === true })],
      adapters: [descriptor],
      storage: createMemoryStorage(),
      endpoints: { api: server.url },
    }),
    facts: createFacts(),
    notify: () => undefined,
    clock,
  })
  onTestFinished(async () => {
    engine.destroy()
    await server[Symbol.asyncDispose]()
  })
  await engine.connect({
    wallet: {
      key: 'one',
      namespace: 'eip155',
      source: 'announced',
      info: { name: 'One', rdns: 'com.example.one' },
      provider: {},
    } as DiscoveredWallet,
    walletId: 'rdns:com.example.one',
  })
  const names = await engine.names()
  await names.refresh()
  const naming = await engine.naming()
  const state = () => naming.machine.getState()
  return {
    zone,
    engine,
    naming,
    names,
    clock,
    wallet,
    asked,
    state,
    own: () => names.machine.getState()[`eip155:1:${ada}`],
    profile: () => engine.ctx.profiles.getState()[`eip155:1:${ada}`],
    paths: () => server.heard.map(({ method, url }) => `${method} ${url.split('?')[0]}`),
    /** Time passes here and at the services. */
    pass(ms: number) {
      zone.now += ms
      clock.advance(ms)
    },
    takeAccount: (address: string) => change({ type: 'accounts', accounts: accountsOf(address) }),
    /** Waits until the order is in one of these states. */
    async reach(...at: readonly ReturnType<typeof state>['at'][]) {
      await expect.poll(() => state().at, { interval: 5 }).toSatisfy(now => at.includes(now))
      return state()
    },
  }
}

describe('registering', () => {
  test('asks for the nonce at the press, signs its text for the account, and shows the name everywhere', async () => {
    const { naming, asked, reach, own, profile, zone, paths } = await setUp()
    expect(paths()).not.toContain('GET /v1/profile/nonce')
    naming.order({ action: 'register', name })
    expect(await reach('done')).toMatchObject({ at: 'done', name: { name, isPrimary: true, records: {} } })
    expect(asked).toEqual([{ account: `eip155:1:${ada}`, message: expect.any(String) }])
    expect(JSON.parse(asked[0]?.message ?? '')).toEqual({
      name,
      domain: fakeZoneName,
      chain: 'eip155:1',
      nonce: expect.any(String),
      ts: 1_000_000,
      attributes: {},
    })
    expect(zone.held.get(name)?.holder).toBe(ada)
    await expect.poll(() => profile()?.profileName, { interval: 5 }).toBe(name)
    await expect
      .poll(() => own()?.names, { interval: 5 })
      .toEqual([{ name, isPrimary: true, isReceived: false, records: {} }])
  })

  test.each([
    ['rejects', createError('SIGN_REJECTED'), 'rejected'],
    [
      'has another request open',
      createError('SIGN_FAILED', { context: { reason: 'request-pending' } }),
      'pending',
    ],
    ['fails', createError('SIGN_FAILED'), 'other'],
  ])('keeps the name when the wallet %s, and can be tried again', async (_what, cause, failure) => {
    const { naming, wallet, reach, zone } = await setUp()
    wallet.sign = async () => {
      throw cause
    }
    naming.order({ action: 'register', name })
    expect(await reach('failed')).toMatchObject({ failure, order: { name } })
    wallet.sign = async () => signature
    naming.again()
    await reach('done')
    expect(zone.signed).toHaveLength(1)
  })

  test('T66: after 60 s offers one more signature for the same name, with a new nonce, and sends nothing stale', async () => {
    const { naming, wallet, reach, pass, zone, asked } = await setUp()
    let answer = (_: string) => {}
    wallet.sign = () => new Promise(resolve => (answer = resolve))
    naming.order({ action: 'register', name })
    await reach('asking')
    pass(60_001)
    expect(naming.machine.getState()).toMatchObject({ at: 'asking', waiting: 'silent' })
    answer(signature)
    expect(await reach('lapsed')).toEqual({ at: 'lapsed', order: { action: 'register', name } })
    expect(zone.signed).toEqual([])
    naming.again()
    await expect.poll(() => asked.length, { interval: 5 }).toBe(2)
    answer(signature)
    await reach('done')
    expect(asked[0]?.message).not.toBe(asked[1]?.message)
    expect(zone.signed).toHaveLength(1)
  })

  test('T66: a signature that the services count as late is the same, whatever the clock of the page says', async () => {
    const { naming, wallet, reach, zone } = await setUp()
    wallet.sign = async () => {
      zone.now += 61_000
      return signature
    }
    naming.order({ action: 'register', name })
    await reach('lapsed')
    wallet.sign = async () => signature
    naming.again()
    await reach('done')
  })

  test('taken while signing: the services’ reason, and suggestions anew', async () => {
    const { naming, wallet, reach, zone, clock } = await setUp()
    naming.typed.type('alice')
    await clock.reach(500)
    await expect.poll(() => isFree(naming.typed.machine.getState()), { interval: 5 }).toBe(true)
    wallet.sign = async () => {
      zone.held.set(name, { holder: bob, records: {}, isPrimary: true })
      return signature
    }
    naming.order({ action: 'register', name })
    expect(await reach('failed')).toMatchObject({ failure: 'taken', reason: `${name} is taken` })
    await expect
      .poll(() => naming.typed.machine.getState(), { interval: 5 })
      .toMatchObject({
        at: 'offered',
        label: 'alice',
        offers: [
          { label: 'alice', isTaken: true },
          { label: 'alice-eth', isTaken: false },
          { label: 'the-alice', isTaken: false },
          { label: 'alice-xyz', isTaken: false },
        ],
      })
  })

  test('a lost answer is no failure: the name is looked up, and is the account’s', async () => {
    const { naming, reach, zone } = await setUp()
    zone.held.set(name, { holder: ada, records: {}, isPrimary: true })
    zone.instead.set('/v1/profile/account', 'cut')
    naming.order({ action: 'register', name })
    expect(await reach('done')).toMatchObject({ name: { name } })
  })

  test('a refusal shows the first reason of the services, else SPEC §8’s sentence', async () => {
    const { naming, reach, zone } = await setUp()
    const refuse = (reasons: unknown) =>
      zone.instead.set('/v1/profile/account', {
        status: 400,
        body: { code: 'NAME_INVALID', message: 'Name cannot be registered', reasons, requestId: 'r' },
      })
    refuse([
      { name: 'account', description: 'An account has at most\u202e 2 names here' },
      { name: 'x', description: 'y' },
    ])
    naming.order({ action: 'register', name })
    expect(await reach('failed')).toMatchObject({
      failure: 'refused',
      reason: 'An account has at most 2 names here',
    })
    refuse([])
    naming.again()
    await reach('preparing', 'asking', 'sending')
    expect(await reach('failed')).toMatchObject({
      failure: 'refused',
      reason: `Error registering name ${name}`,
    })
  })

  test('T66: a nonce for another zone than the visitor was shown is never signed', async () => {
    const { naming, reach, zone, asked } = await setUp()
    zone.domain = 'other.eth'
    naming.order({ action: 'register', name })
    expect(await reach('failed')).toMatchObject({ failure: 'other' })
    naming.order({ action: 'register', name: 'alice.other.eth' })
    await reach('failed')
    expect(asked).toEqual([])
  })

  test('a wallet that cannot sign is not asked', async () => {
    const { naming, reach, paths } = await setUp({ cannotSign: true })
    naming.order({ action: 'register', name })
    expect(await reach('failed')).toMatchObject({ failure: 'unable' })
    expect(paths()).not.toContain('GET /v1/profile/nonce')
  })

  test('F48: stopping, or another account, makes the wallet’s answer count for nothing', async () => {
    for (const what of ['stop', 'account'] as const) {
      const { naming, wallet, reach, zone, takeAccount, state } = await setUp()
      let answer = (_: string) => {}
      wallet.sign = () => new Promise(resolve => (answer = resolve))
      naming.order({ action: 'register', name })
      await reach('asking')
      if (what === 'stop') naming.stop()
      else takeAccount(bob)
      expect(state().at).toBe('idle')
      answer(signature)
      await new Promise(resolve => setTimeout(resolve, 0))
      expect(state().at).toBe('idle')
      expect(zone.signed).toEqual([])
    }
  })
})

describe('changing', () => {
  test('records, the primary name, a transfer and a release are signed as such, and read anew', async () => {
    const { naming, reach, own, profile, zone } = await setUp()
    const other = `bella.${fakeZoneName}`
    for (const each of [name, other]) {
      naming.order({ action: 'register', name: each })
      await reach('done')
      await expect.poll(() => own()?.names.some(({ name }) => name === each), { interval: 5 }).toBe(true)
    }
    naming.order({ action: 'primary', name })
    await reach('done')
    await expect.poll(() => profile()?.profileName, { interval: 5 }).toBe(name)
    naming.order({ action: 'records', name, records: { url: 'https://alice.example' } })
    await expect
      .poll(() => own()?.names[0]?.records, { interval: 5 })
      .toEqual({ url: 'https://alice.example' })
    naming.order({ action: 'transfer', name, to: bob })
    await expect.poll(() => own()?.names.length, { interval: 5 }).toBe(1)
    expect(zone.held.get(name)?.holder).toBe(bob)
    await expect.poll(() => naming.machine.getState().at, { interval: 5 }).toBe('done')
    naming.order({ action: 'release', name: other })
    await expect.poll(() => own()?.names, { interval: 5 }).toEqual([])
    await expect.poll(() => profile()?.profileName, { interval: 5 }).toBe(undefined)
    expect(zone.signed.map(({ action }) => action)).toEqual([
      undefined,
      undefined,
      'primary',
      'records',
      'transfer',
      'release',
    ])
    expect(naming.machine.getState()).toEqual({ at: 'done', order: { action: 'release', name: other } })
  })
})

describe('typing', () => {
  test('asks once typing stopped for 500 ms, below 4 characters not at all, and the last text wins', async () => {
    const { naming, clock, paths, pass } = await setUp()
    const asked = () => paths().filter(path => path.includes('suggestions'))
    naming.typed.type('AL')
    expect(naming.typed.machine.getState()).toEqual({ at: 'none', label: 'al', rule: 'short' })
    naming.typed.type('alic')
    pass(499)
    naming.typed.type(`ALICE.${fakeZoneName} `)
    pass(499)
    expect(asked()).toEqual([])
    await clock.reach(500)
    await expect.poll(() => naming.typed.machine.getState().at, { interval: 5 }).toBe('offered')
    expect(asked()).toEqual(['GET /v1/profile/suggestions/alice'])
  })

  test('a failure is SPEC §8’s sentence and can be retried; a refusal is the services’ reason', async () => {
    const { naming, clock, zone } = await setUp()
    zone.instead.set('/v1/profile/suggestions', { status: 503, body: {} })
    naming.typed.type('alice')
    await clock.reach(500)
    await expect
      .poll(() => naming.typed.machine.getState(), { interval: 5 })
      .toMatchObject({ at: 'failed', reason: 'Error fetching name suggestions', canRetry: true })
    naming.typed.retry()
    await expect.poll(() => naming.typed.machine.getState().at, { interval: 5 }).toBe('offered')
  })

  test.each([
    ['alice', undefined],
    ['a-b-1', undefined],
    ['alic', undefined],
    ['ali', 'short'],
    ['ali-', 'hyphens'],
    ['alice-', 'hyphens'],
    ['-alice', 'hyphens'],
    ['al--ice', 'hyphens'],
    ['al_ice', 'letters'],
    ['аlice', 'letters'],
    ['ａｌｉｃｅ', 'letters'],
    ['al ice', 'letters'],
    ['al\u200bice', 'letters'],
    ['0xdeadbeef', 'address'],
    ['a'.repeat(32), undefined],
    ['a'.repeat(33), 'long'],
  ])('T66: %j breaks %s', (label, rule) => {
    expect(brokenRule(label)).toBe(rule)
  })
})

describe('the names of an account', () => {
  test('SPEC §9 are asked for once in 5 minutes, with the zone', async () => {
    const { names, own, paths, pass } = await setUp()
    const asked = () => paths().filter(path => path === 'GET /v1/profile/zone').length
    expect(own()).toMatchObject({
      phase: 'ready',
      zone: { name: fakeZoneName, operator: 'Fernweh Press' },
      names: [],
    })
    pass(299_999)
    await names.refresh()
    expect(asked()).toBe(1)
    pass(1)
    await names.refresh()
    expect(asked()).toBe(2)
  })

  test('SPEC §5 are not asked for on a testnet', async () => {
    const { own, paths } = await setUp({ testnet: true })
    expect(own()).toEqual({ phase: 'ready', names: [] })
    expect(paths()).toEqual([])
  })

  test('T67: what the zone cannot hold is not shown', async () => {
    const { names, own, zone } = await setUp()
    for (const odd of [
      'a b.latch.eth',
      'alice.other.eth',
      'deep.alice.latch.eth',
      'аlice.latch.eth',
      'good-one.latch.eth',
    ])
      zone.held.set(odd, { holder: ada, records: {}, isPrimary: false })
    await names.refresh({ force: true })
    expect(own()?.names.map(({ name }) => name)).toEqual(['good-one.latch.eth'])
  })
})
