import { afterEach, expect, test } from 'vitest'
import { createError } from '../../../contract/errors/createError.ts'
import {
  createExchangeWorld,
  type ExchangeWorld,
  network,
  other,
  usdcAsset,
} from '../../fixtures/exchangeWorld.ts'
import { settled } from '../../fixtures/swapWorld.ts'
import { countryKey } from './countryKey.ts'

const worlds: ExchangeWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

function make(...given: Parameters<typeof createExchangeWorld>) {
  const world = createExchangeWorld(...given)
  worlds.push(world)
  return world
}
const features = { onramp: true, payWithExchange: true }
const sells = (...chains: readonly string[]) => ({
  purchaseCurrencies: chains.map(chain_id => ({ networks: [{ chain_id }] })),
  paymentCurrencies: [{ id: 'USD' }],
})

test.each([
  ['something on a network of the host', sells('eip155:1', other.caipNetworkId), 'yes'],
  ['something the host does not list', sells('eip155:1'), 'no'],
  ['nothing', sells(), 'no'],
  ['nothing that can be paid', { ...sells(network.caipNetworkId), paymentCurrencies: [] }, 'no'],
  ['an error', createError('APKT009'), 'failed'],
])('buying is a way where providers sell %s', async (_, options, expected) => {
  const { funding, state } = make({ features })
  state.options = options
  expect(funding.buying.getState()).toBe('loading')
  const stop = funding.watch()
  await settled()
  expect(funding.buying.getState()).toBe(expected)
  stop()
})

test('each feature that is on costs one request, when a view asks', async () => {
  const { funding, state, count, asked } = make({ features })
  state.options = sells(network.caipNetworkId)
  await settled()
  expect(asked).toEqual([])
  funding.watch()()
  funding.watch()()
  await settled()
  expect([count('/v1/onramp/options'), count('/v1/exchanges/assets')]).toEqual([1, 1])
  expect(asked).toHaveLength(2)
})

test.each([
  ['off', {}],
  ['off for one', { payWithExchange: true }],
])('what is %s is not asked for', async (_, flags) => {
  const { funding, count, asked } = make({ features: flags })
  funding.watch()()
  await settled()
  expect(count('/v1/onramp/options')).toBe(0)
  expect(asked).toHaveLength(Object.keys(flags).length)
})

test('the country that the visitor chose goes with each', async () => {
  const { funding, ctx, state, asked } = make({ features })
  state.options = sells()
  await ctx.storage.write(countryKey, 'DE')
  funding.watch()()
  await settled()
  expect(asked.map(({ values }) => values.query?.country)).toEqual(['DE', 'DE'])
})

test('a failure is asked for again after a while, or at once when the visitor wants it', async () => {
  const { funding, state, count, clock } = make()
  state.assets = createError('APKT009')
  funding.watch()()
  await settled()
  expect(funding.deposits.getState()).toEqual({ at: 'failed' })
  state.assets = [usdcAsset]
  funding.watch()()
  await settled()
  expect(count('/v1/exchanges/assets')).toBe(1)
  funding.retry()
  await settled()
  expect(funding.deposits.getState()).toMatchObject({ at: 'known', assets: [{ asset: usdcAsset.asset }] })
  // What is known stands while it cannot be read again.
  state.assets = createError('APKT009')
  clock.advance(301_000)
  funding.watch()()
  await settled()
  expect(funding.deposits.getState()).toMatchObject({ at: 'known' })
})

test('another network is another answer', async () => {
  const { funding, state, move, asked } = make()
  const stop = funding.watch()
  await settled()
  state.assets = []
  move(other.caipNetworkId)
  expect(funding.deposits.getState()).toEqual({ at: 'loading' })
  await settled()
  expect(funding.deposits.getState()).toEqual({ at: 'known', assets: [] })
  expect(asked.map(({ values }) => values.query?.network)).toEqual([
    network.caipNetworkId,
    other.caipNetworkId,
  ])
  stop()
})
