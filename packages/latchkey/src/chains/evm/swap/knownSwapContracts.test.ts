import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { wrappedNatives } from '../../../contract/networks/wrappedNatives.ts'
import type { SwapContract } from '../../../contract/swap.ts'
import { contracts, dai, me, network, other, weth } from './conformance/goodSwaps.ts'
import { knownSwapContracts } from './knownSwapContracts.ts'
import { v2Routers } from './v2Routers.ts'
import { wrapSwap } from './wrapSwap.ts'

const ether = { symbol: 'ETH', decimals: 18 }
const wrapped = { address: weth.toLowerCase(), symbol: 'WETH', decimals: 18 }
const most = { value: 12n, decimals: 18 }
const dev = { ...network, caipNetworkId: 'eip155:31337' as const }
const listed: SwapContract = {
  network: 'eip155:31337',
  provider: 'dev',
  shape: 'wrapped',
  address: other,
  spender: false,
}

test('T70: each pinned address is one contract of one shape, written right', () => {
  const ids = new Set([...Object.keys(v2Routers), ...Object.keys(wrappedNatives)])
  for (const id of ids) {
    const rows = knownSwapContracts(`eip155:${id}`)
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(({ address }) => address.toLowerCase())).size).toBe(rows.length)
    for (const { address, network: on } of rows) {
      expect([address, address.toLowerCase()]).toContain(address)
      expect(getAddress(address.toLowerCase()).toLowerCase()).toBe(address.toLowerCase())
      if (address !== address.toLowerCase()) expect(getAddress(address)).toBe(address)
      expect(on).toBe(`eip155:${id}`)
    }
  }
})

test('T70: only what takes tokens by itself may be allowed one', () => {
  const spenders = new Map(knownSwapContracts('eip155:1').map(({ shape, spender }) => [shape, spender]))
  expect(Object.fromEntries(spenders)).toEqual({
    v2: true,
    allowanceHolder: true,
    lifi: true,
    wrapped: false,
  })
})

test.each([
  'eip155:31337',
  'eip155:01',
  'eip155:constructor',
  'eip155:__proto__',
  'solana:1',
  'eip155:',
] as const)('T70: pins nothing for %s', id => {
  expect(knownSwapContracts(id)).toEqual([])
})

test('wraps and unwraps by the pinned contract, one for one', () => {
  expect(wrapSwap({ network, sell: ether, buy: wrapped, most }, [])).toEqual({
    provider: 'wrapped',
    call: { to: weth, data: '0xd0e30db0', value: '0xc' },
  })
  expect(wrapSwap({ network, sell: wrapped, buy: ether, most }, [])).toEqual({
    provider: 'wrapped',
    call: { to: weth, data: `0x2e1a7d4d${'c'.padStart(64, '0')}` },
  })
})

test('wraps by the list’s contract where none is pinned, and there alone', () => {
  const token = { address: other, symbol: 'WDEV', decimals: 18 }
  expect(wrapSwap({ network: dev, sell: ether, buy: token, most }, [listed])).toMatchObject({
    provider: 'dev',
    call: { to: other },
  })
  expect(wrapSwap({ network: dev, sell: ether, buy: token, most }, [])).toBeUndefined()
  expect(
    wrapSwap({ network, sell: ether, buy: token, most }, [{ ...listed, network: 'eip155:1' }]),
  ).toBeUndefined()
  expect(
    wrapSwap({ network: dev, sell: ether, buy: token, most }, [{ ...listed, shape: 'v2' }]),
  ).toBeUndefined()
})

test('wraps no other pair, and nothing of nothing', () => {
  const token = { address: dai, symbol: 'DAI', decimals: 18 }
  expect(wrapSwap({ network, sell: ether, buy: token, most }, contracts)).toBeUndefined()
  expect(wrapSwap({ network, sell: token, buy: wrapped, most }, contracts)).toBeUndefined()
  expect(wrapSwap({ network, sell: ether, buy: ether, most }, contracts)).toBeUndefined()
  expect(
    wrapSwap({ network, sell: ether, buy: wrapped, most: { value: 0n, decimals: 18 } }, contracts),
  ).toBeUndefined()
  expect(wrapSwap({ network, sell: ether, buy: { ...token, address: me }, most }, contracts)).toBeUndefined()
})
