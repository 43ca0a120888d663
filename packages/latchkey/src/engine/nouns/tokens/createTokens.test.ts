import { afterEach, describe, expect, it } from 'vitest'
import type { TokenBalance } from '../../../contract/balance.ts'
import type { CaipNetworkId } from '../../../contract/caip.ts'
import type { Connection } from '../../../contract/connection.ts'
import { type Network, toNetwork } from '../../../contract/network.ts'
import type { WalletAsset } from '../../../contract/walletAsset.ts'
import { evm } from '../../../evm.ts'
import { createApi } from '../../base/api.ts'
import { createFacts } from '../../base/facts.ts'
import { createLiveProviders } from '../../base/live.ts'
import { createMachine } from '../../base/machine.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import type { TokenBalances } from '../../context.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { type Loopback, type Reply, startLoopback } from '../../fixtures/startLoopback.ts'
import { knownBalances } from '../balances/balancesTransition.ts'
import { restoredConnections } from '../connections/connectionsState.ts'
import { connectionsTransition } from '../connections/connectionsTransition.ts'
import { createTokens } from './createTokens.ts'

const network = (id: number, more: object = {}): Network =>
  toNetwork({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
    ...more,
  })

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

function entry(more: Partial<TokenBalance>): TokenBalance {
  return {
    name: 'Ether',
    symbol: 'ETH',
    chainId: 'eip155:1',
    value: null,
    price: null,
    quantity: { decimals: '18', numeric: '1' },
    iconUrl: null,
    ...more,
  }
}

const ether = entry({ price: 2_000, value: 3_000, quantity: { decimals: '18', numeric: '1.5' } })
const dollars = entry({
  name: 'USD Coin',
  symbol: 'USDC',
  address: usdc,
  price: 1,
  value: 5_000,
  quantity: { decimals: '6', numeric: '5000' },
  iconUrl: '/public/getTokenImage/usdc',
})

let servers: Loopback[] = []
afterEach(async () => {
  await Promise.all(servers.map(server => server[Symbol.asyncDispose]()))
  servers = []
})

interface SetUp {
  /** What the services answer to the balance call; default ether and dollars. */
  readonly reply?: (count: number) => Reply
  readonly networks?: readonly Network[]
  readonly assets?: () => Promise<readonly WalletAsset[] | undefined>
  readonly basic?: boolean
  readonly noServices?: boolean
  readonly store?: ReturnType<typeof createMemoryStorage>
}

async function setUp({ reply, assets, ...options }: SetUp = {}) {
  const { networks = [network(1), network(5)], store = createMemoryStorage() } = options
  let asked = 0
  const server = await startLoopback(({ url }) => {
    if (url.startsWith('/v1/supported-chains')) return { body: { http: ['eip155:1', 'eip155:5'], ws: [] } }
    return reply?.(asked++) ?? { body: { balances: [ether, dollars] } }
  })
  servers.push(server)
  const clock = createFakeClock()
  const ending = new AbortController()
  const facts = createFacts()
  const config = {
    projectId: 'p',
    adapters: [evm()],
    networks,
    ...(options.basic && { basic: true }),
    ...(!options.noServices && { endpoints: { api: server.url } }),
  }
  const api = createApi({ config, clock, signal: ending.signal })
  const ctx = {
    clock,
    config,
    facts,
    signal: ending.signal,
    storage: createKeyStore({ id: 'default', store, clock }),
    connections: createMachine(
      restoredConnections({ connections: [], active: {}, activeNamespace: 'eip155', chosen: {} }),
      connectionsTransition,
    ),
    balances: createMachine({}, knownBalances),
    tokenBalances: createMachine<TokenBalances, TokenBalances>({}, (_, next) => next),
    live: createLiveProviders(),
    api: async () => api,
  }
  const connect = (chain = 'eip155:1', address = '0xa', more: Partial<Connection> = {}) => {
    const made = { ...connection(address, { eip155: part([address], chain) }), ...more }
    ctx.connections.dispatch({ type: 'connected', connection: made, namespace: 'eip155' })
    ctx.live.set(made.id, 'eip155', {
      provider: {},
      adapter: { namespace: 'eip155' } as never,
      abilities: assets ? { assets } : {},
      unwatch: () => undefined,
    })
  }
  const page = { isSeen: true, isOnline: true }
  const listeners = new Set<() => void>()
  const tokens = createTokens(ctx, {
    isSeen: () => page.isSeen,
    isOnline: () => page.isOnline,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  })
  const set = (now: Partial<typeof page>) => {
    Object.assign(page, now)
    for (const listener of [...listeners]) listener()
  }
  const questions = () => server.heard.filter(({ url }) => url.startsWith('/v1/account/'))
  const state = () => tokens.machine.getState()
  const portfolio = (caip10 = 'eip155:1:0xa') => state().portfolios[caip10]
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise(resolve => setTimeout(resolve, 0))
  }
  return {
    ctx,
    clock,
    ending,
    facts,
    server,
    tokens,
    connect,
    set,
    questions,
    state,
    portfolio,
    until,
    store,
  }
}

const fails = (): Reply => ({ status: 500, body: { code: 'APKT009', message: 'no', requestId: 'r' } })

describe('reading from the services', () => {
  it('lists the most valuable first with their sum, and tells hosts in plain JSON', async () => {
    const { ctx, clock, tokens, connect, portfolio, questions } = await setUp()
    connect()
    await tokens.refresh()
    expect(portfolio()).toEqual({
      tokens: [
        {
          key: usdc.toLowerCase(),
          caipNetworkId: 'eip155:1',
          address: usdc,
          name: 'USD Coin',
          symbol: 'USDC',
          amount: { value: 5_000_000_000n, decimals: 6 },
          price: 1,
          value: 5_000,
          iconUrl: '/public/getTokenImage/usdc',
        },
        {
          key: 'native',
          caipNetworkId: 'eip155:1',
          name: 'Ether',
          symbol: 'ETH',
          amount: { value: 1_500_000_000_000_000_000n, decimals: 18 },
          price: 2_000,
          value: 3_000,
        },
      ],
      total: 8_000,
      currency: 'USD',
      at: clock.now(),
    })
    const url = new URL(questions()[0]?.url ?? '', 'http://x')
    expect(url.pathname).toBe('/v1/account/0xa/balance')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      currency: 'usd',
      chainId: 'eip155:1',
      projectId: 'p',
    })
    expect(ctx.tokenBalances.getState()['eip155:1:0xa']).toEqual([dollars, ether])
    expect(JSON.parse(JSON.stringify(ctx.tokenBalances.getState()))).toEqual(ctx.tokenBalances.getState())
  })

  it('what has no price comes after, by name, and is not counted (F27)', async () => {
    const { tokens, connect, portfolio } = await setUp({
      reply: () => ({
        body: {
          balances: [
            entry({ name: 'Zeta', symbol: 'Z', address: '0x1' }),
            entry({ name: 'alpha', symbol: 'A', address: '0x2' }),
            entry({ name: 'Nought', symbol: 'N', address: '0x3', price: 0, value: 0 }),
          ],
        },
      }),
    })
    connect()
    await tokens.refresh()
    expect(portfolio()?.tokens.map(({ name, value }) => [name, value])).toEqual([
      ['Nought', 0],
      ['alpha', undefined],
      ['Zeta', undefined],
    ])
    expect(portfolio()?.total).toBe(0)
  })

  it('without any known value there is no sum', async () => {
    const { tokens, connect, portfolio } = await setUp({ reply: () => ({ body: { balances: [entry({})] } }) })
    connect()
    await tokens.refresh()
    expect(portfolio()).not.toHaveProperty('total')
  })

  it('drops decimals of 0, other networks and repeats; cleans hostile names (SPEC §5, T67)', async () => {
    const { tokens, connect, portfolio } = await setUp({
      reply: () => ({
        body: {
          balances: [
            entry({ address: '0x1', quantity: { decimals: '0', numeric: '5' } }),
            entry({ address: '0x2', chainId: 'eip155:5' as CaipNetworkId }),
            entry({ address: '0x3', name: '\u202eevil\u0000\u200b', symbol: 'A'.repeat(32) }),
            entry({ address: '0x3', name: 'Repeat' }),
            entry({ address: '0x4', name: '\u200b', symbol: '\u2066' }),
            entry({ address: usdc, name: '', symbol: '' }),
            entry({ address: '0x5', quantity: { decimals: '2', numeric: '1.123' } }),
          ],
        },
      }),
    })
    connect()
    await tokens.refresh()
    expect(portfolio()?.tokens.map(({ name, symbol }) => [name, symbol])).toEqual([
      ['0x4', ''],
      ['0xA0b8…06eB48', ''],
      ['evil', 'A'.repeat(16)],
    ])
  })

  it('what a symbol would make of the amount before it is none: the contract stands there (T67)', async () => {
    const symbols = ['000 USDC', ',000 USDC', '1INCH']
    const balances = symbols.map((symbol, at) => entry({ address: `0x${`${at + 1}`.repeat(40)}`, symbol }))
    const { tokens, connect, portfolio } = await setUp({ reply: () => ({ body: { balances } }) })
    connect()
    await tokens.refresh()
    expect(portfolio()?.tokens.map(({ symbol }) => symbol)).toEqual([
      '0x1111…111111',
      '0x2222…222222',
      '1INCH',
    ])
  })

  it('asks again only after 30 s, or at once when forced, past the cache of the services (SPEC §9)', async () => {
    const { clock, tokens, connect, questions } = await setUp()
    connect()
    await Promise.all([tokens.refresh(), tokens.refresh()])
    clock.advance(29_999)
    await tokens.refresh()
    expect(questions()).toHaveLength(1)
    await tokens.refresh({ force: true })
    expect(questions()).toHaveLength(2)
    expect(questions()[1]?.url).toContain('forceUpdate=true')
    expect(questions()[0]?.url).not.toContain('forceUpdate')
    clock.advance(30_000)
    await tokens.refresh()
    expect(questions()).toHaveLength(3)
  })

  it('reads spent tokens anew once the chain says so', async () => {
    const { facts, tokens, connect, questions, until } = await setUp()
    connect()
    await tokens.refresh()
    facts.emit('sendSettled', {
      id: 'draft',
      namespace: 'eip155',
      caipNetworkId: 'eip155:5',
      status: 'confirmed',
    })
    facts.emit('sendSettled', {
      id: 'draft',
      namespace: 'eip155',
      caipNetworkId: 'eip155:1',
      status: 'dropped',
    })
    facts.emit('sendSettled', {
      id: 'draft',
      namespace: 'eip155',
      caipNetworkId: 'eip155:1',
      status: 'confirmed',
    })
    await until(() => questions().length === 2)
    expect(questions()[1]?.url).toContain('forceUpdate=true')
  })

  describe('a question forced while a forced one is pending is asked after it', () => {
    const inWallet = (balance: `0x${string}`): readonly WalletAsset[] => [
      {
        address: 'native',
        balance,
        type: 'NATIVE',
        metadata: { name: 'Ether', symbol: 'ETH', decimals: 18, value: 1, price: 1 },
      },
    ]

    async function setUpWallet() {
      const answers: ((balance: `0x${string}`) => void)[] = []
      const assets = () =>
        new Promise<readonly WalletAsset[]>(resolve => {
          answers.push(balance => resolve(inWallet(balance)))
        })
      const made = await setUp({ noServices: true, assets })
      const settle = () =>
        made.facts.emit('sendSettled', {
          id: 'draft',
          namespace: 'eip155',
          caipNetworkId: 'eip155:1',
          status: 'confirmed',
        })
      const held = () => made.portfolio()?.tokens[0]?.amount.value
      return { ...made, answers, settle, held }
    }

    it('because its answer may be from before', async () => {
      const { connect, answers, settle, held, until } = await setUpWallet()
      connect()
      settle()
      await until(() => answers.length === 1)
      settle()
      settle()
      answers[0]?.('0x9')
      await until(() => answers.length === 2)
      answers[1]?.('0x8')
      await until(() => held() === 8n)
      expect(answers).toHaveLength(2)
    })

    it('also behind the one that the tab asked', async () => {
      const { connect, tokens, answers, settle, held, until } = await setUpWallet()
      connect()
      void tokens.refresh()
      await until(() => answers.length === 1)
      settle()
      answers[0]?.('0xa')
      await until(() => answers.length === 2)
      settle()
      answers[1]?.('0x9')
      await until(() => answers.length === 3)
      answers[2]?.('0x8')
      await until(() => held() === 8n)
    })

    it('and of the wallet whose account it is', async () => {
      const { ctx, connect, tokens, answers, settle, until, state } = await setUpWallet()
      connect()
      void tokens.refresh()
      await until(() => answers.length === 1)
      settle()
      const other = { ...connection('0xb', { eip155: part(['0xb']) }), transport: 'injected' as const }
      ctx.connections.dispatch({ type: 'connected', connection: other, namespace: 'eip155' })
      const told: unknown[] = []
      const assets = async (asked: unknown) => {
        told.push(asked)
        return []
      }
      ctx.live.set(other.id, 'eip155', {
        provider: {},
        adapter: { namespace: 'eip155' } as never,
        abilities: { assets },
        unwatch: () => undefined,
      })
      answers[0]?.('0xa')
      await until(() => answers.length === 2)
      answers[1]?.('0x9')
      await until(() => state().portfolios['eip155:1:0xa']?.tokens[0]?.amount.value === 9n)
      expect(told).toEqual([])
    })
  })

  it('F38: what a clock that ran ahead left behind is old', async () => {
    const store = createMemoryStorage()
    const first = await setUp({ store })
    first.clock.advance(172_800_000)
    first.connect()
    await first.tokens.refresh()
    await first.until(() => store.getItem('@latchkey/default/portfolio') !== null)
    const second = await setUp({ store })
    second.connect()
    await second.tokens.refresh()
    expect(second.questions()).toHaveLength(1)
    expect(second.portfolio()?.at).toBe(second.clock.now())
  })

  it('corrects a native balance that is older than the list', async () => {
    const { ctx, clock, tokens, connect } = await setUp()
    connect()
    const before = { amount: '9', symbol: 'ETH', at: clock.now() }
    ctx.balances.dispatch({ type: 'known', caip10: 'eip155:1:0xa', balance: before })
    await tokens.refresh()
    expect(ctx.balances.getState()['eip155:1:0xa']).toEqual(before)
    clock.advance(30_000)
    await tokens.refresh()
    expect(ctx.balances.getState()['eip155:1:0xa']).toEqual({ amount: '1.5', symbol: 'ETH', at: clock.now() })
  })
})

describe('failing (F20)', () => {
  it('keeps the known tokens, says so, and is not asked again within 30 s, unless forced (SPEC §5)', async () => {
    const { clock, tokens, connect, state, portfolio, questions } = await setUp({
      reply: count => (count === 0 || count > 2 ? { body: { balances: [ether] } } : fails()),
    })
    connect()
    await tokens.refresh()
    const known = portfolio()
    clock.advance(30_000)
    await tokens.refresh()
    expect(state()).toMatchObject({ failed: ['eip155:1:0xa'], loading: [] })
    expect(state().retryAt['eip155:1:0xa']).toBe(clock.now() + 30_000)
    expect(portfolio()).toBe(known)
    clock.advance(29_999)
    await tokens.refresh()
    expect(questions()).toHaveLength(2)
    await tokens.refresh({ force: true })
    expect(questions()).toHaveLength(3)
    clock.advance(30_000)
    await tokens.refresh()
    expect(questions()).toHaveLength(4)
    expect(state()).toMatchObject({ failed: [], retryAt: {} })
    expect(portfolio()?.at).toBe(clock.now())
  })

  it.each([
    ['an answer that is none', { body: { balances: 'all' } }],
    ['no JSON', { body: '<html>' }],
    ['a cut connection', 'cut' as const],
  ])('%s is a failure, never an empty list', async (_, answer) => {
    const { tokens, connect, state, portfolio } = await setUp({ reply: () => answer })
    connect()
    await tokens.refresh()
    expect(state().failed).toEqual(['eip155:1:0xa'])
    expect(portfolio()).toBeUndefined()
  })

  it('another page shows the last known tokens, with their age, and only then asks', async () => {
    const store = createMemoryStorage()
    const first = await setUp({ store })
    first.connect()
    await first.tokens.refresh()
    await first.until(() => store.getItem('@latchkey/default/portfolio') !== null)
    const second = await setUp({ store, reply: fails })
    second.clock.advance(60_000)
    second.connect()
    await second.tokens.refresh()
    expect(second.portfolio()).toEqual(first.portfolio())
    expect(second.state().failed).toEqual(['eip155:1:0xa'])
    expect(second.ctx.tokenBalances.getState()['eip155:1:0xa']).toHaveLength(2)
    const third = await setUp({ store })
    third.connect()
    await third.tokens.refresh()
    expect(third.questions()).toEqual([])
  })

  it.each([
    ['nonsense', '{'],
    ['another shape', JSON.stringify({ v: 1, at: 1_000_000, data: { 'eip155:1:0xa': { tokens: 7 } } })],
    ['a value of long ago', JSON.stringify({ v: 1, at: 0, data: {} })],
  ])('%s in the store is nothing', async (_, text) => {
    const store = createMemoryStorage()
    await store.setItem('@latchkey/default/portfolio', text)
    const { tokens, connect, portfolio } = await setUp({ store, reply: fails })
    connect()
    await tokens.refresh()
    expect(portfolio()).toBeUndefined()
  })
})

describe('where the holdings are unknown', () => {
  it('F27: an answer without so much as the network’s own currency does not say that there is nothing', async () => {
    const { tokens, connect, state, ctx } = await setUp({ reply: () => ({ body: { balances: [] } }) })
    connect()
    await tokens.refresh()
    expect(state()).toMatchObject({ unsupported: ['eip155:1:0xa'], portfolios: {}, failed: [] })
    expect(ctx.tokenBalances.getState()).toEqual({})
  })
})

describe('where no request is sent', () => {
  it.each([
    ['test networks (SPEC §5)', { networks: [network(1, { testnet: true })] }],
    ['networks that the host does not list', { networks: [network(7)] }],
    ['networks the services do not answer for', { networks: [network(77)], chain: 'eip155:77' }],
    ['pages without services', { noServices: true }],
  ])(
    '%s have no tokens, and no question',
    async (_, { chain = 'eip155:1', ...options }: SetUp & { chain?: string }) => {
      const { tokens, connect, state, questions } = await setUp(options)
      connect(chain)
      await tokens.refresh()
      expect(state()).toMatchObject({
        unsupported: [`${chain}:0xa`],
        portfolios: {},
        failed: [],
        loading: [],
      })
      expect(questions()).toEqual([])
    },
  )

  it('basic mode, or no connection', async () => {
    const basic = await setUp({ basic: true })
    basic.connect()
    await basic.tokens.refresh()
    const none = await setUp()
    await none.tokens.refresh()
    expect([...basic.server.heard, ...none.server.heard]).toEqual([])
  })
})

describe('asking the wallet (EIP-7811)', () => {
  const native: WalletAsset = {
    type: 'NATIVE',
    address: '0x0',
    balance: '0x22b1c8c1227a0000',
    metadata: { name: 'Fox Coin', symbol: 'FOX', decimals: 18 },
  }
  const coin: WalletAsset = {
    type: 'ERC20',
    address: usdc,
    balance: '0x1e8480',
    metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6, price: 1.01, value: 2.02 },
  }

  it('shows what the wallet lists, with the prices of the services where it brings none', async () => {
    const { tokens, connect, portfolio } = await setUp({ assets: async () => [native, coin] })
    connect()
    await tokens.refresh()
    expect(portfolio()?.tokens).toMatchObject([
      {
        key: 'native',
        name: 'Ether',
        amount: { value: 2_500_000_000_000_000_000n },
        price: 2_000,
        value: 5_000,
      },
      { key: usdc.toLowerCase(), price: 1.01, value: 2.02, iconUrl: '/public/getTokenImage/usdc' },
    ])
  })

  it('T69: takes pictures of the wallet of a login, which has them from the services, and of no other', async () => {
    const pictured = { ...coin, metadata: { ...coin.metadata, iconUrl: '/public/getTokenImage/usdc' } }
    for (const transport of ['embedded', 'injected', 'pairing'] as const) {
      const { tokens, connect, portfolio, server } = await setUp({ assets: async () => [pictured] })
      connect('eip155:1', '0xa', { transport })
      await tokens.refresh()
      const iconUrl = transport === 'embedded' ? '/public/getTokenImage/usdc' : undefined
      expect(portfolio()?.tokens.map(token => token.iconUrl)).toEqual([iconUrl])
      expect(server.heard).toEqual([])
    }
  })

  it('without the services it shows the wallet’s answer; prices by the wallet need no request', async () => {
    const failing = await setUp({ assets: async () => [native], reply: fails })
    failing.connect()
    await failing.tokens.refresh()
    expect(failing.portfolio()?.tokens).toMatchObject([{ key: 'native' }])
    expect(failing.state().failed).toEqual([])
    const priced = await setUp({ assets: async () => [coin] })
    priced.connect()
    await priced.tokens.refresh()
    expect(priced.portfolio()?.total).toBe(2.02)
    expect(priced.server.heard).toEqual([])
  })

  it('leaves out entries that are nonsense or nothing', async () => {
    const bad = (more: object, metadata: object = {}): WalletAsset =>
      ({ ...coin, ...more, metadata: { ...coin.metadata, ...metadata } }) as WalletAsset
    const { tokens, connect, portfolio } = await setUp({
      noServices: true,
      assets: async () => [
        bad({ balance: '0x0' }),
        bad({ address: '0x1', balance: '12' }),
        bad({ address: '0x2', balance: `0x${'f'.repeat(65)}` }),
        bad({ address: '0x3' }, { decimals: 0 }),
        bad({ address: '0x4' }, { decimals: 1.5 }),
        bad({ address: '0x5' }, { price: Number.NaN, value: -1 }),
        { ...native, balance: '0x0' },
      ],
    })
    connect()
    await tokens.refresh()
    expect(portfolio()?.tokens.map(({ key, value }) => [key, value])).toEqual([
      ['native', undefined],
      ['0x5', undefined],
    ])
  })

  it.each([
    ['does not know the call', async () => undefined],
    ['refuses', () => Promise.reject(new Error('no'))],
  ])('a wallet that %s leaves it to the services', async (_, assets) => {
    const { tokens, connect, portfolio } = await setUp({ assets })
    connect()
    await tokens.refresh()
    expect(portfolio()?.tokens).toHaveLength(2)
  })

  it('a wallet that does not answer is waited for 3 s', async () => {
    const silent = await setUp({ assets: () => new Promise(() => undefined) })
    silent.connect()
    const done = silent.tokens.refresh()
    await silent.clock.reach(3_000)
    await done
    expect(silent.portfolio()?.tokens).toHaveLength(2)
  })
})

describe('watching', () => {
  it('asks twice a minute while the tab is open, and never for one that is closed or not seen', async () => {
    const { clock, tokens, connect, set, questions, until } = await setUp()
    connect()
    const stop = tokens.watch()
    await until(() => questions().length === 1)
    const minute = async () => {
      const before = questions().length
      await clock.reach(30_000)
      await until(() => questions().length === before + 1)
      await clock.reach(30_000)
      await until(() => questions().length === before + 2)
      return questions().length - before
    }
    expect(await minute()).toBe(2)
    expect(await minute()).toBe(2)
    await until(() => clock.delays.includes(30_000))

    set({ isSeen: false })
    expect(clock.delays).toEqual([])
    clock.advance(60_000)
    expect(questions()).toHaveLength(5)

    set({ isSeen: true })
    await until(() => questions().length === 6)
    await until(() => clock.delays.includes(30_000))
    stop()
    expect(clock.delays).toEqual([])
    clock.advance(60_000)
    set({ isSeen: true })
    expect(questions()).toHaveLength(6)
  })

  it('comes back within the 30 s and asks nothing', async () => {
    const { clock, tokens, connect, set, questions, until } = await setUp()
    connect()
    const stop = tokens.watch()
    await until(() => clock.delays.includes(30_000))
    set({ isSeen: false })
    clock.advance(10_000)
    set({ isSeen: true })
    await until(() => clock.delays.includes(20_000))
    expect(questions()).toHaveLength(1)
    stop()
  })

  it('retries a failure after 30 s; offline it sends no request until the page is back', async () => {
    const { clock, tokens, connect, set, state, questions, until } = await setUp({
      reply: count => (count === 1 ? fails() : { body: { balances: [ether] } }),
    })
    connect()
    const stop = tokens.watch()
    await until(() => questions().length === 1)
    await clock.reach(30_000)
    await until(() => state().failed.length === 1)
    await clock.reach(30_000)
    await until(() => state().failed.length === 0)
    expect(questions()).toHaveLength(3)

    set({ isOnline: false })
    await until(() => clock.delays.length === 0)
    clock.advance(60_000)
    set({ isOnline: false })
    await until(() => state().failed.length === 1)
    expect(questions()).toHaveLength(3)
    set({ isOnline: true })
    await until(() => state().failed.length === 0)
    expect(questions()).toHaveLength(4)
    stop()
  })

  it('another account is asked for at once, a test network for nothing', async () => {
    const { clock, facts, tokens, connect, portfolio, questions, state, until } = await setUp({
      networks: [network(1), network(5, { testnet: true })],
    })
    connect()
    const stop = tokens.watch()
    await until(() => portfolio() !== undefined)
    connect('eip155:1', '0xb')
    facts.emit('accountChanged', { namespace: 'eip155', caipAddress: 'eip155:1:0xb' } as never)
    await until(() => portfolio('eip155:1:0xb') !== undefined)
    connect('eip155:5', '0xb')
    facts.emit('networkChanged', { namespace: 'eip155', caipNetworkId: 'eip155:5', supported: true } as never)
    await until(() => state().unsupported.length === 1)
    clock.advance(300_000)
    expect(questions()).toHaveLength(2)
    stop()
  })

  it('ends with the engine', async () => {
    const { clock, ending, tokens, connect, questions, until } = await setUp()
    connect()
    tokens.watch()
    await until(() => clock.delays.includes(30_000))
    ending.abort()
    expect(clock.delays).toEqual([])
    clock.advance(120_000)
    expect(questions()).toHaveLength(1)
  })
})
