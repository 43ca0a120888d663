import { expect, onTestFinished, test } from 'vitest'
import type { TokenBalance } from '../../../contract/balance.ts'
import { solana as mainnet } from '../../../contract/networks/solana.ts'
import { solana } from '../../../solana.ts'
import { createApi } from '../../base/api.ts'
import { createFacts } from '../../base/facts.ts'
import { createLiveProviders } from '../../base/live.ts'
import { createMachine } from '../../base/machine.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import type { TokenBalances } from '../../context.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { startLoopback } from '../../fixtures/startLoopback.ts'
import { knownBalances } from '../balances/balancesTransition.ts'
import { createBalances } from '../balances/createBalances.ts'
import { restoredConnections } from '../connections/connectionsState.ts'
import { connectionsTransition } from '../connections/connectionsTransition.ts'
import { createTokens } from './createTokens.ts'

const chain = mainnet.caipNetworkId
const address = 'FvNC8q5ekXXWdDvzc2VKfXZpxFErzdu8Z1HoK1DaFDpF'
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const twin = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1V'

function entry(more: Partial<TokenBalance>): TokenBalance {
  return {
    name: 'Solana',
    symbol: 'SOL',
    chainId: chain,
    value: null,
    price: null,
    quantity: { decimals: '9', numeric: '0' },
    iconUrl: null,
    ...more,
  }
}
const held = [
  entry({ quantity: { decimals: '9', numeric: '18446744073.709551615' } }),
  entry({
    name: 'USD Coin',
    symbol: 'USDC',
    address: usdc,
    price: 1,
    value: 3,
    quantity: { decimals: '6', numeric: '3' },
  }),
  entry({ name: 'Twin', symbol: 'TWIN', address: twin, quantity: { decimals: '6', numeric: '5' } }),
]

async function setUp(options: { readonly isServed: boolean; readonly lamports?: unknown }) {
  const server = await startLoopback(({ url }) => ({
    body: url.startsWith('/v1/supported-chains') ? { http: [chain], ws: [] } : { balances: held },
  }))
  onTestFinished(() => server[Symbol.asyncDispose]())
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const clock = createFakeClock()
  const config = {
    projectId: 'p',
    adapters: [solana()],
    networks: [mainnet],
    ...(options.isServed && { endpoints: { api: server.url } }),
  }
  const api = createApi({ config, clock, signal: ending.signal })
  const store = createMemoryStorage()
  const connected = () => {
    const ctx = {
      clock,
      config,
      facts: createFacts(),
      signal: ending.signal,
      storage: createKeyStore({ id: 'default', store, clock }),
      connections: createMachine(
        restoredConnections({ connections: [], active: {}, activeNamespace: 'solana', chosen: {} }),
        connectionsTransition,
      ),
      balances: createMachine({}, knownBalances),
      tokenBalances: createMachine<TokenBalances, TokenBalances>({}, (_, next) => next),
      live: createLiveProviders(),
      api: async () => api,
      adapter: () => solana().load(),
      rpc: () => async () => ({ context: { slot: 7 }, value: options.lamports }),
    }
    const made = connection('otter', { solana: part([address], chain) })
    ctx.connections.dispatch({ type: 'connected', connection: made, namespace: 'solana' })
    return ctx
  }
  return { connected }
}
const caip10 = `${chain}:${address}` as const

test('mints that differ in case alone are two tokens, in the answer and in what is stored', async () => {
  const { connected } = await setUp({ isServed: true })
  const first = connected()
  const tokens = createTokens(first)
  await tokens.refresh()
  const portfolio = tokens.machine.getState().portfolios[caip10]
  expect(portfolio?.tokens.map(({ key }) => key)).toEqual([usdc, 'native', twin])
  // Of what has a price; 64 bits of lamports to the last one.
  expect(portfolio?.total).toBe(3)
  expect(portfolio?.tokens.find(({ key }) => key === 'native')).toMatchObject({
    amount: { value: 18446744073709551615n, decimals: 9 },
    symbol: 'SOL',
  })
  expect(portfolio?.tokens.find(({ key }) => key === twin)?.value).toBeUndefined()
  expect(first.balances.getState()[caip10]).toMatchObject({ amount: '18446744073.709551615', symbol: 'SOL' })

  const second = createTokens(connected())
  const stop = second.watch()
  onTestFinished(stop)
  await expect
    .poll(() => second.machine.getState().portfolios[caip10]?.tokens.map(({ key }) => key))
    .toEqual([usdc, 'native', twin])
})

test('without services the head says what a node has, and no list is invented', async () => {
  const { connected } = await setUp({ isServed: false, lamports: 1_234_567_891 })
  const ctx = connected()
  await createBalances(ctx).refresh('solana')
  expect(ctx.balances.getState()[caip10]).toMatchObject({ amount: '1.234567891', symbol: 'SOL' })
  const tokens = createTokens(ctx)
  await tokens.refresh()
  expect(tokens.machine.getState()).toMatchObject({ portfolios: {}, unsupported: [caip10] })
})

test.each([2 ** 64, -1, 0.5, '7', null])('a node that says %j has told no balance', async lamports => {
  const { connected } = await setUp({ isServed: false, lamports })
  const ctx = connected()
  await expect(createBalances(ctx).refresh('solana')).rejects.toMatchObject({ code: 'BALANCE_UNAVAILABLE' })
  expect(ctx.balances.getState()[caip10]).toBeUndefined()
})
