import { expect, it } from 'vitest'
import { dai, native, network, router } from '../../fixtures/swapWorld.ts'
import { pathOf } from './pathOf.ts'

const sell = { key: 'native', name: 'Ether', symbol: 'ETH', decimals: 18 }
const buy = { key: dai.toLowerCase(), address: dai, name: 'Dai', symbol: 'DAI', decimals: 18 }
const asked = { network, sell, buy }
const id = (token: string) => `${network.caipNetworkId}:${token}` as const
const hop = (from: string, to: string, share = 10_000) => ({
  venue: 'Pools',
  share,
  from: id(from),
  to: id(to),
})

it('names the tokens from the one to the other', () => {
  expect(pathOf([hop(native, dai)], asked, 'caseless')).toEqual(['native', buy.key])
  expect(pathOf([hop(native, router), hop(router, dai)], asked, 'caseless')).toEqual([
    'native',
    router.toLowerCase(),
    buy.key,
  ])
})

it.each([
  ['no route', []],
  ['a route in parts', [hop(native, dai, 6_000), hop(native, dai, 4_000)]],
  ['a gap', [hop(native, router), hop(native, dai)]],
  ['another end', [hop(native, router)]],
  ['another network', [{ ...hop(native, dai), to: `eip155:1:${dai}` as const }]],
])('has none for %s', (_, route) => {
  expect(pathOf(route, asked, 'caseless')).toBeUndefined()
})
