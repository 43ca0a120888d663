import { expect, test } from 'vitest'
import type { CaipAddress } from '../../../contract/caip.ts'
import type { DepositAsset } from '../../nouns/funding/funding.ts'
import { emptyExchange, exchangeTransition } from './exchangeTransition.ts'

const owner = 'eip155:1:0x1111111111111111111111111111111111111111' as CaipAddress
const usdc = {
  asset: 'eip155:1/erc20:0xa',
  shown: { symbol: 'USDC', decimals: 6 },
} as unknown as DepositAsset
const ether = {
  asset: 'eip155:1/slip44:60',
  shown: { symbol: 'ETH', decimals: 18 },
} as unknown as DepositAsset
const chosen = exchangeTransition(emptyExchange(owner), { type: 'assetChosen', asset: usdc })

test('a deposit goes to the active account', () => {
  expect(chosen.ask).toEqual({ asset: usdc.asset, shown: usdc.shown, recipient: owner })
})

test('nothing is asked for while no account is connected', () => {
  const state = exchangeTransition(emptyExchange(undefined), { type: 'assetChosen', asset: usdc })
  expect(state.ask).toBeUndefined()
})

test('exchanges that were asked for another asset are dropped', () => {
  const loading = exchangeTransition(chosen, { type: 'exchangesAsked' })
  const late = { type: 'exchangesRead', asset: ether.asset, exchanges: [] } as const
  expect(exchangeTransition(loading, late)).toBe(loading)
  const failed = { type: 'exchangesFailed', asset: ether.asset, failure: {} as never } as const
  expect(exchangeTransition(loading, failed)).toBe(loading)
  const mine = exchangeTransition(loading, { ...late, asset: usdc.asset })
  expect(mine.exchanges).toEqual({ at: 'known', exchanges: [] })
})

test("a payment's ask is changed by no choice and no list", () => {
  const ask = { asset: usdc.asset, shown: usdc.shown, recipient: owner, payment: 'pay_1' }
  const paying = exchangeTransition(chosen, { type: 'began', owner, ask })
  expect(exchangeTransition(paying, { type: 'assetChosen', asset: ether })).toBe(paying)
  const read = { type: 'assetsRead', assets: [ether], isWanted: () => true } as const
  expect(exchangeTransition(paying, read)).toBe(paying)
})

test('what the host wants is chosen once it is among the assets, else the first', () => {
  const isWanted = (asset: DepositAsset) => asset === ether
  const assets = [usdc, ether]
  const wanting = exchangeTransition(emptyExchange(owner), { type: 'wanted', token: 'native' })
  const read = exchangeTransition(wanting, { type: 'assetsRead', assets, isWanted })
  expect(read.ask?.asset).toBe(ether.asset)
  const first = exchangeTransition(emptyExchange(owner), { type: 'assetsRead', assets, isWanted })
  expect(first.ask?.asset).toBe(usdc.asset)
})

test('typing ends a failure, and leaves an order that is being opened', () => {
  const typed = { type: 'typed', text: '9'.repeat(1_000) } as const
  const opening = { at: 'opening', exchange: 'a' } as const
  const moved = exchangeTransition(chosen, { type: 'moved', progress: opening })
  const after = exchangeTransition(moved, typed)
  expect(after.progress).toBe(opening)
  expect(after.typed).toHaveLength(400)
  const failed = { at: 'failed', exchange: 'a', failure: {} as never } as const
  const mended = exchangeTransition({ ...chosen, progress: failed }, typed)
  expect(mended.progress).toEqual({ at: 'idle' })
})
