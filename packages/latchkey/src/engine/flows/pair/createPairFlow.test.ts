import { describe, expect, test, vi } from 'vitest'
import { testFacts } from '../../../chains/fixtures/testFacts.ts'
import type { AdapterDescriptor, ProviderAbilities } from '../../../contract/adapter.ts'
import type { FactMap, FactType } from '../../../contract/facts.ts'
import type { StorageLike } from '../../../contract/storage.ts'
import { createFakePairing, type FakePairing, fakeUri } from '../../../widget/fixtures/createFakePairing.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createEngine } from '../../createEngine.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import type { ConnectionsSnapshot } from '../../nouns/connections/connectionsState.ts'
import { awaitedPairing } from './awaitedPairing.ts'
import type { PairState } from './pairTransition.ts'

const network = (caipNetworkId: `${string}:${string}`) => ({
  chainNamespace: caipNetworkId.split(':')[0] ?? '',
  caipNetworkId,
  id: caipNetworkId.split(':')[1] ?? '',
  name: caipNetworkId,
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
})

/** An adapter whose wallets can do just this. */
function plainEvm(abilities: ProviderAbilities): AdapterDescriptor {
  return {
    namespace: 'eip155',
    facts: testFacts('eip155'),
    discover: () => () => undefined,
    load: async () => ({
      namespace: 'eip155',
      isAddress: (value): value is string => typeof value === 'string',
      formatAddress: address => address,
      connect: async () => ({
        caipNetworkId: 'eip155:1',
        accounts: [{ caip10: 'eip155:1:0xa', type: 'eoa' }],
      }),
      watch: () => () => undefined,
      abilities: () => abilities,
    }),
  }
}

async function setUp({
  snapshot,
  stored,
  storage = createMemoryStorage(),
  now,
  fake: given,
  adapters,
}: {
  /** Without any, accounts are shown as the session has them. */
  adapters?: readonly AdapterDescriptor[]
  storage?: StorageLike
  now?: number
  /** The pairing of a page before. */
  fake?: FakePairing
  snapshot?: ConnectionsSnapshot
  stored?: (fake: FakePairing) => void
} = {}) {
  const clock = createFakeClock(now)
  const fake = given ?? createFakePairing({ clock })
  stored?.(fake)
  const facts = createFacts()
  const told: { readonly type: FactType; readonly fact: FactMap[FactType] }[] = []
  for (const type of ['connected', 'disconnected', 'connectFailed', 'pairingUri'] as const) {
    facts.on(type, fact => told.push({ type, fact }))
  }
  const engine = createEngine({
    config: resolveConfig({
      projectId: 'test',
      ...(adapters && { adapters }),
      networks: [
        network('eip155:1'),
        network('eip155:10'),
        network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
      ].filter(({ chainNamespace: own }) => !adapters || adapters.some(({ namespace }) => namespace === own)),
      storage,
      endpoints: { relay: 'ws://127.0.0.1:1/relay' },
    }),
    facts,
    clock,
    snapshot,
    sessions: fake,
    notify: () => undefined,
  })
  const flow = await engine.pairing()
  const state = () => flow.machine.getState()
  /** Resolves when the flow is there. */
  const until = (at: PairState['at'], attempt?: number) =>
    new Promise<void>(resolve => {
      const isThere = (now: PairState) =>
        now.at === at && (attempt === undefined || ('attempt' in now && now.attempt === attempt))
      if (isThere(state())) return resolve()
      const off = flow.machine.subscribe(now => {
        if (!isThere(now)) return
        off()
        resolve()
      })
    })
  const count = (type: FactType) => told.filter(each => each.type === type).length
  return { clock, fake, engine, flow, state, until, told, count }
}

const settle = () => new Promise(resolve => setTimeout(resolve, 0))

describe('the URI', () => {
  test('is created on entry, and emitted even when it is not shown', async () => {
    const { flow, until, state, engine, fake, told, clock } = await setUp()
    expect(engine.wcUri).toBeUndefined()
    const leave = flow.enter({})
    expect(state().at).toBe('preparing')
    await until('ready')
    expect(engine.wcUri).toBe(fakeUri(1))
    expect(Object.keys(fake.attempts[0]?.options.namespaces ?? {})).toEqual(['eip155', 'solana'])
    expect(told).toEqual([{ type: 'pairingUri', fact: { expiresAt: clock.now() + 240_000 } }])
    leave()
    engine.destroy()
    expect(engine.wcUri).toBeUndefined()
  })

  test('is reused until it has under 10 s left', async () => {
    const { flow, until, fake, clock, engine } = await setUp()
    flow.enter({})()
    await until('ready')
    clock.advance(229_999)
    const leave = flow.enter({})
    expect(engine.wcUri).toBe(fakeUri(1))
    leave()
    clock.advance(2)
    flow.enter({})
    await until('ready')
    expect(engine.wcUri).toBe(fakeUri(2))
    expect(fake.attempts).toHaveLength(2)
    engine.destroy()
  })

  test('renews itself while the view is open, and the previous one stays valid', async () => {
    const { flow, until, fake, clock, state, engine } = await setUp()
    flow.enter({})
    await until('ready', 1)
    clock.advance(230_000)
    expect(state()).toMatchObject({ at: 'preparing', renewed: true })
    await until('ready', 2)
    expect(state()).toMatchObject({ renewed: true })
    expect(fake.attempts[0]?.options.signal.aborted).toBe(false)
    fake.attempts[0]?.approve()
    await until('connected')
    expect(fake.attempts[1]?.options.signal.aborted).toBe(true)
    engine.destroy()
  })

  test('F06: whether the relay can be reached is known while the code is there', async () => {
    const { flow, until, fake, clock, engine } = await setUp()
    fake.next = 'offline'
    flow.enter({})
    await until('ready')
    expect(flow.relay.getState()).toBe(false)
    fake.emit('relay', { online: true })
    expect(flow.relay.getState()).toBe(true)
    fake.emit('relay', { online: false })
    expect(flow.relay.getState()).toBe(false)
    // A report from before the first listener counts as well.
    fake.next = undefined
    clock.advance(1_000)
    flow.retry()
    await until('ready', 2)
    expect(flow.relay.getState()).toBe(true)
    engine.destroy()
    fake.emit('relay', { online: false })
    expect(flow.relay.getState()).toBe(true)
  })

  test('is no longer answered two renewals later', async () => {
    const { flow, until, fake, clock, engine } = await setUp()
    flow.enter({})
    for (const attempt of [1, 2]) {
      await until('ready', attempt)
      clock.advance(230_000)
    }
    await until('ready', 3)
    expect(fake.attempts.map(each => each.options.signal.aborted)).toEqual([true, false, false])
    engine.destroy()
  })

  test('expires when no view is open', async () => {
    const { flow, until, clock, state, engine } = await setUp()
    flow.enter({})()
    await until('ready')
    clock.advance(230_000)
    expect(state().at).toBe('expired')
    expect(engine.wcUri).toBeUndefined()
    engine.destroy()
  })

  test('F35: is renewed when a suspended page resumes', async () => {
    const { flow, until, fake, clock, engine } = await setUp()
    const leave = flow.enter({})
    await until('ready')
    // Its own timers stood still: the proposal's end is noticed first.
    clock.advance(1_000)
    fake.attempts[0]?.refuse('APKT004')
    await until('ready', 2)
    leave()
    fake.attempts[1]?.refuse('APKT004')
    await until('expired', 2)
    engine.destroy()
  })

  test('does not expire while the visitor is in the wallet', async () => {
    const { flow, until, fake, clock, state, engine } = await setUp()
    flow.enter({})
    await until('ready')
    flow.opened()
    clock.advance(290_000)
    expect(state().at).toBe('approving')
    fake.attempts[0]?.refuse('APKT004')
    await until('expired')
    engine.destroy()
  })

  test('another is asked for at the earliest 1 s after the last', async () => {
    const { flow, until, fake, clock, engine } = await setUp()
    fake.next = 'APKT010'
    flow.enter({})
    await until('failed')
    fake.next = undefined
    flow.retry()
    await settle()
    expect(fake.attempts).toHaveLength(0)
    expect(clock.delays).toContain(1_000)
    clock.advance(1_000)
    await until('ready')
    expect(fake.attempts).toHaveLength(1)
    engine.destroy()
  })

  test('is requested again when the visitor retries a request that hangs', async () => {
    const { flow, until, fake, clock, state, engine } = await setUp()
    fake.next = 'hangs'
    flow.enter({})
    await settle()
    expect(state()).toMatchObject({ at: 'preparing', attempt: 1 })
    fake.next = undefined
    clock.advance(10_000)
    flow.retry()
    await until('ready', 2)
    engine.destroy()
  })

  test('F38 made by a wrong clock, it is made again at once', async () => {
    const { flow, until, fake, state, told, engine } = await setUp()
    flow.enter({})
    await until('ready')
    fake.attempts[0]?.refuse('APKT004', { reason: 'clock' })
    await until('ready', 2)
    expect(state()).toMatchObject({ link: { uri: fakeUri(2) } })
    expect(told.filter(({ type }) => type === 'connectFailed')).toEqual([])
    engine.destroy()
  })

  test('differs by namespace', async () => {
    const { flow, until, fake, clock, engine } = await setUp()
    flow.enter({})()
    await until('ready')
    clock.advance(1_000)
    flow.enter({ namespace: 'solana' })
    await until('ready', 2)
    expect(Object.keys(fake.attempts[1]?.options.namespaces ?? {})).toEqual(['solana'])
    engine.destroy()
  })
})

describe('the answer', () => {
  test('is one connection with all of its namespaces, reported once for each', async () => {
    const { flow, until, fake, engine, told } = await setUp()
    flow.enter({})
    await until('ready')
    fake.attempts[0]?.scan()
    await until('scanned')
    const session = fake.attempts[0]?.approve({ name: 'Otter Wallet' })
    await until('connected')
    const [only, ...others] = engine.ctx.connections.getState().connections
    expect(others).toEqual([])
    expect(only).toMatchObject({
      id: session?.topic,
      transport: 'pairing',
      walletId: 'std:Otter Wallet',
      wallet: { name: 'Otter Wallet' },
      namespaces: { eip155: { caipNetworkId: 'eip155:1' }, solana: {} },
    })
    expect(only?.namespaces.eip155?.accounts).toHaveLength(1)
    expect(told.filter(each => each.type === 'connected').map(({ fact }) => fact)).toMatchObject([
      { namespace: 'eip155', transport: 'pairing', reconnected: false },
      { namespace: 'solana', transport: 'pairing' },
    ])
    expect(engine.ctx.wallets.getState().recents).toMatchObject([{ walletId: 'std:Otter Wallet' }])
    engine.destroy()
  })

  test.each([
    ['only the networks that it grants', [], false],
    ['any network that it can be asked to move to', ['wallet_switchEthereumChain'], true],
    ['any network that it can be asked to add', ['wallet_addEthereumChain'], true],
  ])('reaches %s', async (_, methods, reached) => {
    const { flow, until, fake, engine } = await setUp()
    flow.enter({})
    await until('ready')
    const session = fake.attempts[0]?.approve({}, undefined, {
      granted: { chains: ['eip155:1'], methods },
    })
    await until('connected')
    const reaches = engine.ctx.live.get(session?.topic ?? '', 'eip155')?.abilities.reaches
    expect([reaches?.(network('eip155:1')), reaches?.(network('eip155:10'))]).toEqual([true, reached])
    engine.destroy()
  })

  test.each([
    ['the call for it is granted', ['personal_sign', 'eth_signTypedData_v4'], 'function'],
    ['only an older call is', ['personal_sign', 'eth_signTypedData'], 'undefined'],
  ])('signs typed data where %s', async (_, methods, expected) => {
    const { flow, until, fake, engine } = await setUp({
      adapters: [plainEvm({ signTypedData: async () => '0x' })],
    })
    flow.enter({})
    await until('ready')
    const granted = { chains: ['eip155:1' as const], methods }
    const session = fake.attempts[0]?.approve({}, undefined, { granted })
    await until('connected')
    const abilities = engine.ctx.live.get(session?.topic ?? '', 'eip155')?.abilities
    expect(typeof abilities?.signTypedData).toBe(expected)
    engine.destroy()
  })

  test('is never asked for its tokens, which would wake the phone, and so has none to show', async () => {
    const evm = plainEvm({ signMessage: async () => '0x', assets: async () => [] })
    const { flow, until, fake, engine } = await setUp({ adapters: [evm] })
    flow.enter({})
    await until('ready')
    const session = fake.attempts[0]?.approve()
    await until('connected')
    const abilities = engine.ctx.live.get(session?.topic ?? '', 'eip155')?.abilities
    expect([typeof abilities?.signMessage, typeof abilities?.assets]).toEqual(['function', 'undefined'])
    engine.destroy()
  })

  test('is the chosen wallet’s only when it says that name (T93)', async () => {
    const wallet = { walletId: 'rdns:com.otter', name: 'Otter', icon: 'data:image/png;base64,x' }
    for (const [name, walletId] of [
      ['Otter Wallet', 'rdns:com.otter'],
      ['Fox', 'std:Fox'],
    ] as const) {
      const { flow, until, fake, engine } = await setUp()
      flow.enter({ wallet })
      await until('ready')
      fake.attempts[0]?.approve({ name, icons: ['https://stranger.example/i.png'] })
      await until('connected')
      const [made] = engine.ctx.connections.getState().connections
      expect(made?.walletId).toBe(walletId)
      expect(made?.wallet.icon).toBe(name === 'Fox' ? undefined : wallet.icon)
      engine.destroy()
    }
  })

  test('no: it is shown, reported once, and the next URI comes meanwhile', async () => {
    const { flow, until, fake, clock, state, count, engine } = await setUp()
    flow.enter({})
    await until('ready')
    clock.advance(5_000)
    fake.attempts[0]?.refuse()
    await until('rejected', 2)
    await settle()
    expect(state()).toMatchObject({ at: 'rejected', link: { uri: fakeUri(2) } })
    expect(count('connectFailed')).toBe(1)
    flow.retry()
    expect(state()).toMatchObject({ at: 'ready', link: { uri: fakeUri(2) } })
    engine.destroy()
  })

  test('comes too late when the visitor has closed', async () => {
    const { flow, until, fake, engine, state } = await setUp()
    flow.enter({})
    await until('ready')
    flow.cancel()
    expect(state().at).toBe('idle')
    expect(fake.attempts[0]?.options.signal.aborted).toBe(true)
    fake.attempts[0]?.approve()
    await settle()
    expect(engine.ctx.connections.getState().connections).toEqual([])
    engine.destroy()
  })

  test('arrives also when the widget was closed, unless a headless caller waits', async () => {
    const { flow, until, fake, engine, state } = await setUp()
    flow.enter({})
    await until('ready')
    engine.ctx.facts.emit('closed', { connected: false })
    expect(state().at).toBe('idle')
    const connecting = flow.connect({})
    engine.ctx.facts.emit('closed', { connected: false })
    expect(state().at).toBe('preparing')
    expect(fake.attempts[0]?.options.signal.aborted).toBe(true)
    engine.destroy()
    await expect(connecting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  })

  test('makes sense in no namespace: the session is ended', async () => {
    const { flow, until, fake, engine } = await setUp()
    flow.enter({ namespace: 'cosmos' })
    await until('ready')
    fake.attempts[0]?.approve()
    await until('failed')
    expect(fake.ended).toHaveLength(1)
    engine.destroy()
  })
})

describe('a code that was not asked for', () => {
  const wallet = { walletId: 'custom:pocket', name: 'Pocket' }

  test('leaves the URI to the wallet whose view it was shown in', async () => {
    const { fake, flow, until, state, engine } = await setUp()
    const leave = flow.enter({ wallet })
    await until('ready')
    flow.opened()
    leave()
    flow.enter({ unasked: true })
    await until('ready')
    expect(fake.attempts).toHaveLength(1)
    fake.attempts[0]?.approve({ name: 'Pocket' })
    await until('connected')
    expect(state()).toMatchObject({ wallet: { name: 'Pocket' } })
    expect(engine.ctx.connections.getState().connections[0]?.walletId).toBe('custom:pocket')
  })

  test('is left after the view it led to has begun, whose state stays', async () => {
    const { flow, until, state } = await setUp()
    const leaveList = flow.enter({ unasked: true })
    await until('ready')
    const leave = flow.enter({ wallet })
    flow.opened()
    leaveList()
    expect(state().at).toBe('approving')
    leave()
    expect(state().at).toBe('ready')
  })

  test('fails in silence until the visitor tries again; the flow reports a refusal', async () => {
    const { fake, flow, until, count, clock } = await setUp()
    fake.next = 'APKT009'
    flow.enter({ unasked: true })
    await until('failed')
    expect(count('connectFailed')).toBe(0)
    fake.next = 'APKT009'
    clock.advance(1_000)
    flow.retry()
    await until('failed', 2)
    expect(count('connectFailed')).toBe(1)

    const other = await setUp()
    other.flow.enter({ unasked: true })
    await other.until('ready')
    other.fake.attempts[0]?.refuse()
    await other.until('rejected')
    expect(other.count('connectFailed')).toBe(1)
  })
})

describe('without a view', () => {
  test('connect() waits for the wallet', async () => {
    const { flow, until, fake, engine } = await setUp()
    const connecting = flow.connect({})
    await until('ready')
    fake.attempts[0]?.approve()
    expect(await connecting).toMatchObject({ transport: 'pairing' })
    engine.destroy()
  })

  test.each([
    ['CONNECTION_REJECTED', (fake: FakePairing) => fake.attempts[0]?.refuse()],
    ['APKT002', (fake: FakePairing) => fake.attempts[0]?.refuse('APKT002')],
  ] as const)('and hears %s', async (code, refuse) => {
    const { flow, until, fake, engine } = await setUp()
    const connecting = flow.connect({})
    await until('ready')
    refuse(fake)
    await expect(connecting).rejects.toMatchObject({ code })
    engine.destroy()
  })

  test('rejects when the time is up, or when the caller aborts', async () => {
    const { flow, until, clock, engine } = await setUp()
    const late = flow.connect({})
    await until('ready')
    clock.advance(230_000)
    await expect(late).rejects.toMatchObject({ code: 'APKT004' })
    const giving = new AbortController()
    const given = flow.connect({ signal: giving.signal })
    giving.abort()
    await expect(given).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    engine.destroy()
  })
})

describe('the end', () => {
  async function connected() {
    const made = await setUp()
    made.flow.enter({})
    await made.until('ready')
    const session = made.fake.attempts[0]?.approve()
    await made.until('connected')
    return { ...made, topic: session?.topic ?? '' }
  }

  test('from this side ends all namespaces and notifies the wallet once', async () => {
    const { engine, fake, topic, told } = await connected()
    await engine.disconnect({ namespace: 'solana' })
    expect(engine.ctx.connections.getState().connections).toEqual([])
    expect(fake.ended).toEqual([topic])
    expect(told.filter(each => each.type === 'disconnected').map(({ fact }) => fact)).toEqual([
      { connectionId: topic, namespace: 'eip155', by: 'app' },
      { connectionId: topic, namespace: 'solana', by: 'app' },
    ])
    engine.destroy()
  })

  test('from the wallet ends all namespaces', async () => {
    const { engine, fake, topic, told } = await connected()
    fake.emit('sessionEnded', { topic, by: 'wallet' })
    expect(engine.ctx.connections.getState().connections).toEqual([])
    expect(told.filter(each => each.type === 'disconnected')).toHaveLength(2)
    expect(told.at(-1)?.fact).toMatchObject({ by: 'wallet' })
    expect(fake.ended).toEqual([])
    engine.destroy()
  })

  test('ends one namespace when the wallet revokes it', async () => {
    const { engine, fake } = await connected()
    const [session] = fake.pairing.sessions
    const { solana: _gone, ...namespaces } = session?.namespaces ?? {}
    if (session) fake.emit('sessionChanged', { session: { ...session, namespaces } })
    const [left] = engine.ctx.connections.getState().connections
    expect(Object.keys(left?.namespaces ?? {})).toEqual(['eip155'])
    engine.destroy()
  })

  test('another wallet takes its place: its session is ended whole', async () => {
    const { engine, fake, flow, until, topic, clock } = await connected()
    clock.advance(2_000)
    flow.enter({ namespace: 'eip155' })
    await until('ready')
    fake.attempts[1]?.approve({ name: 'Fox' })
    await until('connected')
    expect(fake.ended).toEqual([topic])
    expect(engine.ctx.connections.getState().connections.map(each => each.wallet.name)).toEqual(['Fox'])
    engine.destroy()
  })
})

describe('a page that was thrown away', () => {
  const wallet = { walletId: 'dir:otter', name: 'Otter Wallet' }

  /** A page with a code that ends without a word: what it leaves. */
  async function thrownAway() {
    const storage = createMemoryStorage()
    const page = await setUp({ storage })
    page.flow.enter({ wallet, namespace: 'eip155' })
    await page.until('ready')
    await settle()
    const key = page.engine.ctx.storage.fullName(awaitedPairing)
    const left = createMemoryStorage()
    const text = await storage.getItem(key)
    if (text !== null) await left.setItem(key, text)
    return { ...page, key, left }
  }

  test('the next one takes the approval: connected, with the wallet that was chosen', async () => {
    const { fake, left, key, engine } = await thrownAway()
    const next = await setUp({ storage: left, fake })
    await import('./resumePairing.ts')
    await settle()
    const session = fake.attempts[0]?.approve() ?? expect.unreachable()
    fake.emit('sessionChanged', { session })
    const { connections } = next.engine.ctx
    await vi.waitUntil(() => connections.getState().connections.length > 0)
    expect(connections.getState()).toMatchObject({
      connections: [{ id: session.topic, transport: 'pairing', walletId: 'dir:otter' }],
      activeNamespace: 'eip155',
      status: { eip155: 'connected' },
    })
    expect(next.told.map(({ type }) => type)).toEqual(['connected'])
    // Taken once: the page after that knows it by its snapshot alone.
    expect(await left.getItem(key)).toBeNull()
    next.engine.destroy()
    engine.destroy()
  })

  test('remembers the wallet that was chosen last, also when its URI was made for another one', async () => {
    const { flow, until, clock, engine } = await setUp()
    const kept = () => engine.ctx.storage.read(awaitedPairing)
    const topics = (...attempts: readonly number[]) => attempts.map(at => fakeUri(at).slice(3, 67))
    flow.enter({ wallet: { walletId: 'dir:fox', name: 'Fox' } })
    await until('ready', 1)
    clock.advance(230_000)
    await until('ready', 2)
    await settle()
    flow.enter({ wallet })
    await settle()
    expect(await kept()).toEqual({ wallet, topics: topics(2, 1) })
    flow.enter({})
    await settle()
    expect(await kept()).toEqual({ topics: topics(2, 1) })
    engine.destroy()
  })

  test('an approval that came before the next page is there', async () => {
    const { fake, left, engine } = await thrownAway()
    fake.store({
      topic: 'ef'.repeat(32),
      pairingTopic: fakeUri(1).slice(3, 67),
      peer: { name: 'Otter', description: '', icons: [] },
      namespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [], accounts: ['eip155:1:0xa'] } },
      expiresAt: 9e12,
      disableDeepLink: false,
    })
    const next = await setUp({ storage: left, fake })
    await vi.waitUntil(() => next.engine.ctx.connections.getState().connections.length === 1)
    expect(next.engine.ctx.connections.getState().active.eip155?.caip10).toBe('eip155:1:0xa')
    next.engine.destroy()
    engine.destroy()
  })

  test('one that is too old is not taken, nor a session of another pairing, nor nonsense', async () => {
    const { fake, left, key, engine } = await thrownAway()
    const old = await setUp({ storage: left, fake, now: 1_301_000 })
    const nonsense = createMemoryStorage()
    await nonsense.setItem(key, JSON.stringify({ v: 1, at: 1_000_000, data: { topics: ['x'], wallet: 1 } }))
    const odd = await setUp({ storage: nonsense, fake })
    const other = createMemoryStorage()
    const data = { topics: ['ef'.repeat(32)] }
    await other.setItem(key, JSON.stringify({ v: 1, at: 1_000_000, data }))
    const foreign = await setUp({ storage: other, fake })
    await import('./resumePairing.ts')
    await settle()
    const session = fake.attempts[0]?.approve() ?? expect.unreachable()
    fake.emit('sessionChanged', { session })
    await settle()
    for (const page of [old, odd, foreign]) {
      expect(page.engine.ctx.connections.getState().connections).toEqual([])
      page.engine.destroy()
    }
    engine.destroy()
  })

  test('a pairing that was given up, or answered, is not stored', async () => {
    const storage = createMemoryStorage()
    const { flow, until, engine } = await setUp({ storage })
    const key = engine.ctx.storage.fullName(awaitedPairing)
    flow.enter({ wallet })
    await until('ready')
    await settle()
    expect(await storage.getItem(key)).toContain(fakeUri(1).slice(3, 67))
    expect(await storage.getItem(key)).not.toContain('587d5484')
    flow.cancel()
    await settle()
    expect(await storage.getItem(key)).toBeNull()
    engine.destroy()
  })
})

describe('on load', () => {
  const topic = 'ab'.repeat(32)
  const stored = { ...connection(topic, { eip155: part(['0xa']) }), transport: 'pairing' as const }
  const snapshot: ConnectionsSnapshot = {
    connections: [stored],
    active: { eip155: { connectionId: topic, caip10: 'eip155:1:0xa' } },
    activeNamespace: 'eip155',
    chosen: {},
  }

  test('a session is painted from the snapshot and confirmed without a prompt', async () => {
    const { engine, fake, told } = await setUp({
      snapshot,
      stored: each =>
        each.store({
          topic,
          peer: { name: 'Otter', description: '', icons: [] },
          namespaces: {
            eip155: { chains: ['eip155:1'], methods: [], events: [], accounts: ['eip155:1:0xa'] },
          },
          expiresAt: 9e12,
          disableDeepLink: false,
        }),
    })
    expect(engine.ctx.connections.getState().active.eip155?.caip10).toBe('eip155:1:0xa')
    await engine.ready
    expect(engine.ctx.connections.getState().status.eip155).toBe('connected')
    expect(told).toMatchObject([{ type: 'connected', fact: { reconnected: true, transport: 'pairing' } }])
    expect(fake.attempts).toEqual([])
    engine.destroy()
  })

  test('a session that is over is forgotten', async () => {
    const { engine, told } = await setUp({ snapshot })
    await engine.ready
    expect(engine.ctx.connections.getState().connections).toEqual([])
    expect(told).toMatchObject([{ type: 'disconnected', fact: { by: 'wallet' } }])
    engine.destroy()
  })
})
