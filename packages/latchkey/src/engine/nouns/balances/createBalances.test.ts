import { describe, expect, it, vi } from 'vitest'
import type { ChainAdapter } from '../../../contract/adapter.ts'
import type { LatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { type Network, toNetwork } from '../../../contract/network.ts'
import { createMachine } from '../../base/machine.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { restoredConnections } from '../connections/connectionsState.ts'
import { connectionsTransition } from '../connections/connectionsTransition.ts'
import { knownBalances } from './balancesTransition.ts'
import { createBalances } from './createBalances.ts'

const network = (id: number, more: object = {}): Network =>
  toNetwork({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
    ...more,
  })

function setUp({ networks = [network(1), network(5)], withBalance = true } = {}) {
  const clock = createFakeClock()
  const ending = new AbortController()
  const nativeBalance = vi.fn<NonNullable<ChainAdapter['nativeBalance']>>(
    async () => 1_500_000_000_000_000_000n,
  )
  const adapter: ChainAdapter = {
    namespace: 'eip155',
    isAddress: (value): value is string => typeof value === 'string',
    formatAddress: address => address,
    connect: async () => undefined,
    watch: () => () => undefined,
    abilities: () => ({}),
    ...(withBalance && { nativeBalance }),
  }
  const rpc = vi.fn(() => async () => 'answer')
  const ctx = {
    clock,
    signal: ending.signal,
    config: { networks },
    connections: createMachine(
      restoredConnections({ connections: [], active: {}, activeNamespace: 'eip155', chosen: {} }),
      connectionsTransition,
    ),
    balances: createMachine({}, knownBalances),
    adapter: async () => adapter,
    rpc,
  }
  const connect = (chain = 'eip155:1', address = '0xa') =>
    ctx.connections.dispatch({
      type: 'connected',
      connection: connection(address, { eip155: part([address], chain) }),
      namespace: 'eip155',
    })
  return { ctx, clock, ending, nativeBalance, rpc, connect, balances: createBalances(ctx) }
}

const fault = (run: Promise<void>): Promise<LatchkeyError> =>
  run.then(
    () => expect.unreachable('it should have failed'),
    (error: LatchkeyError) => error,
  )

describe('a forced question takes over from the one under way', () => {
  it('rejects no caller when the first request fails', async () => {
    const { ctx, nativeBalance, connect, balances } = setUp()
    connect()
    nativeBalance.mockImplementationOnce(rpc =>
      rpc('eth_getBalance', []).then(() => new Promise<bigint>(() => undefined)),
    )
    const first = balances.refresh('eip155')
    await vi.waitUntil(() => nativeBalance.mock.calls.length === 1)
    nativeBalance.mockResolvedValueOnce(5n)
    const second = balances.refresh('eip155', { force: true })
    await expect(Promise.all([first, second])).resolves.toBeDefined()
    expect(ctx.balances.getState()['eip155:1:0xa']?.amount).toBe('0.000000000000000005')
    // Nothing failed, so nothing is waited for.
    nativeBalance.mockResolvedValueOnce(6n)
    await balances.refresh('eip155', { force: true })
    expect(ctx.balances.getState()['eip155:1:0xa']?.amount).toBe('0.000000000000000006')
  })

  it('rejects both callers when it fails', async () => {
    const { nativeBalance, connect, balances } = setUp()
    connect()
    nativeBalance.mockImplementationOnce(() => new Promise<bigint>(() => undefined))
    const first = balances.refresh('eip155')
    await vi.waitUntil(() => nativeBalance.mock.calls.length === 1)
    nativeBalance.mockRejectedValueOnce(new Error('no'))
    const second = balances.refresh('eip155', { force: true })
    expect((await fault(first)).cause).toMatchObject({ message: 'no' })
    expect((await fault(second)).cause).toMatchObject({ message: 'no' })
  })
})

describe('reading', () => {
  it('asks the network of the active account and keeps whole units, symbol and time', async () => {
    const { ctx, clock, nativeBalance, rpc, connect, balances } = setUp()
    connect('eip155:5')
    await balances.refresh('eip155')
    expect(nativeBalance.mock.calls[0]?.[1]).toBe('0xa')
    expect(rpc).toHaveBeenCalledExactlyOnceWith(ctx.config.networks[1])
    expect(ctx.balances.getState()).toEqual({
      'eip155:5:0xa': { amount: '1.5', symbol: 'ETH', at: clock.now() },
    })
  })

  it.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [123_456n, 6, '0.123456'],
    [2n ** 256n - 1n, 0, (2n ** 256n - 1n).toString()],
  ])('%d base units of %d decimals are "%s"', async (value, decimals, expected) => {
    const nativeCurrency = { name: 'x', symbol: 'X', decimals }
    const { ctx, nativeBalance, connect, balances } = setUp({ networks: [network(1, { nativeCurrency })] })
    nativeBalance.mockResolvedValue(value)
    connect()
    await balances.refresh('eip155')
    expect(ctx.balances.getState()['eip155:1:0xa']).toMatchObject({ amount: expected, symbol: 'X' })
  })

  it('at most once in 30 s for one account (SPEC §9)', async () => {
    const { clock, nativeBalance, connect, balances } = setUp()
    connect()
    await balances.refresh('eip155')
    clock.advance(29_999)
    await balances.refresh('eip155')
    expect(nativeBalance).toHaveBeenCalledTimes(1)
    clock.advance(1)
    await balances.refresh('eip155')
    expect(nativeBalance).toHaveBeenCalledTimes(2)
  })

  it('another account and another network are other balances', async () => {
    const { ctx, nativeBalance, connect, balances } = setUp()
    for (const [chain, address] of [
      ['eip155:1', '0xa'],
      ['eip155:1', '0xb'],
      ['eip155:5', '0xb'],
    ] as const) {
      connect(chain, address)
      await balances.refresh('eip155')
    }
    expect(nativeBalance).toHaveBeenCalledTimes(3)
    expect(Object.keys(ctx.balances.getState())).toEqual(['eip155:1:0xa', 'eip155:1:0xb', 'eip155:5:0xb'])
  })

  it('two askers at once are one request', async () => {
    const { nativeBalance, connect, balances } = setUp()
    connect()
    await Promise.all([balances.refresh('eip155'), balances.refresh('eip155')])
    expect(nativeBalance).toHaveBeenCalledTimes(1)
  })

  it('a late answer belongs to the account it was asked for', async () => {
    const { ctx, nativeBalance, connect, balances } = setUp()
    let answer: (value: bigint) => void = () => undefined
    nativeBalance.mockReturnValueOnce(
      new Promise(resolve => {
        answer = resolve
      }),
    )
    connect('eip155:1', '0xa')
    const late = balances.refresh('eip155')
    await vi.waitFor(() => expect(nativeBalance).toHaveBeenCalled())
    connect('eip155:1', '0xb')
    answer(7n)
    await late
    expect(Object.keys(ctx.balances.getState())).toEqual(['eip155:1:0xa'])
  })
})

describe('nothing is asked', () => {
  it.each<[string, Parameters<typeof setUp>[0], string | undefined]>([
    ['while no account is connected', {}, undefined],
    ['on a testnet (SPEC §5)', { networks: [network(1, { testnet: true })] }, 'eip155:1'],
    ['on a network that the host does not list', {}, 'eip155:99'],
    ['where the adapter cannot (SPEC §5)', { withBalance: false }, 'eip155:1'],
  ])('%s', async (_name, options, chain) => {
    const { ctx, nativeBalance, rpc, connect, balances } = setUp(options)
    if (chain) connect(chain)
    await balances.refresh('eip155')
    expect([nativeBalance.mock.calls.length, rpc.mock.calls.length]).toEqual([0, 0])
    expect(ctx.balances.getState()).toEqual({})
  })
})

describe('F20: a failure', () => {
  it("is 'Token Balance Unavailable', keeps what was known with its age, and is not repeated for 30 s", async () => {
    const { ctx, clock, nativeBalance, connect, balances } = setUp()
    connect()
    await balances.refresh('eip155')
    const known = ctx.balances.getState()
    const cause = createError('UNKNOWN')
    nativeBalance.mockRejectedValueOnce(cause)
    clock.advance(30_000)
    const error = await fault(balances.refresh('eip155'))
    expect(error).toMatchObject({ code: 'BALANCE_UNAVAILABLE', message: 'Token Balance Unavailable', cause })
    expect(ctx.balances.getState()).toBe(known)
    clock.advance(29_999)
    await balances.refresh('eip155')
    expect(nativeBalance).toHaveBeenCalledTimes(2)
    clock.advance(1)
    await balances.refresh('eip155')
    expect(nativeBalance).toHaveBeenCalledTimes(3)
    expect(ctx.balances.getState()['eip155:1:0xa']?.at).toBe(clock.now())
  })

  it('before anything was known leaves the balance unknown, never 0', async () => {
    const { ctx, nativeBalance, connect, balances } = setUp()
    nativeBalance.mockRejectedValue(new Error('offline'))
    connect()
    await fault(balances.refresh('eip155'))
    expect(ctx.balances.getState()).toEqual({})
  })

  it('of one account does not delay another', async () => {
    const { ctx, nativeBalance, connect, balances } = setUp()
    nativeBalance.mockRejectedValueOnce(new Error('offline'))
    connect('eip155:1', '0xa')
    await fault(balances.refresh('eip155'))
    connect('eip155:1', '0xb')
    await balances.refresh('eip155')
    expect(Object.keys(ctx.balances.getState())).toEqual(['eip155:1:0xb'])
  })

  it.each<[string, unknown]>([
    ['a negative number', -1n],
    ['a number', 5],
    ['a text', '0x5'],
    ['nothing', undefined],
  ])('is also an answer that is %s', async (_name, value) => {
    const { ctx, nativeBalance, connect, balances } = setUp()
    nativeBalance.mockResolvedValue(value as bigint)
    connect()
    expect((await fault(balances.refresh('eip155'))).code).toBe('BALANCE_UNAVAILABLE')
    expect(ctx.balances.getState()).toEqual({})
  })

  it('is also an adapter that cannot be loaded', async () => {
    const { ctx, connect } = setUp()
    connect()
    const balances = createBalances({ ...ctx, adapter: () => Promise.reject(createError('CHUNK_FAILED')) })
    expect((await fault(balances.refresh('eip155'))).cause).toMatchObject({ code: 'CHUNK_FAILED' })
  })
})

describe('the end of the engine', () => {
  it('lets the request go and writes nothing any more', async () => {
    const { ctx, ending, nativeBalance, connect, balances } = setUp()
    const signals: (AbortSignal | undefined)[] = []
    const ask = vi.fn(async (_method: string, _params: readonly unknown[], signal?: AbortSignal) => {
      signals.push(signal)
      return new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    })
    ctx.rpc.mockReturnValue(ask as never)
    nativeBalance.mockImplementation(async rpc => (await rpc('eth_getBalance', [])) as bigint)
    connect()
    const refreshing = balances.refresh('eip155')
    await vi.waitFor(() => expect(ask).toHaveBeenCalled())
    ending.abort()
    await refreshing
    expect(signals[0]?.aborted).toBe(true)
    expect(ctx.balances.getState()).toEqual({})
  })

  it('before anything was asked is no trouble', () => {
    expect(() => setUp().ending.abort()).not.toThrow()
  })
})

it('the same balance again is the same state, an unknown one is taken away', () => {
  const balance = { amount: '1', symbol: 'ETH', at: 5 }
  const state = knownBalances({ b: balance }, { type: 'known', caip10: 'a', balance })
  expect(state).toEqual({ a: balance, b: balance })
  expect(knownBalances(state, { type: 'known', caip10: 'a', balance: { ...balance } })).toBe(state)
  expect(knownBalances(state, { type: 'known', caip10: 'a', balance: undefined })).toEqual({ b: balance })
  expect(knownBalances(state, { type: 'known', caip10: 'c', balance: undefined })).toBe(state)
})
