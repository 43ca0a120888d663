import { expect, it } from 'vitest'
import { EnvironmentError } from '../../core/settings/environmentError.ts'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { knownChains } from '../chains/knownChains.ts'
import type { Asset, PriceSource } from './priceSource.ts'
import { toAssetKey } from './priceSource.ts'
import { withFixedPrices } from './withFixedPrices.ts'

const chain =
  knownChains.find(({ nativeCurrency }) => nativeCurrency.symbol === 'SOL') ?? expect.unreachable()
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const native: Asset = { chain, token: undefined }
const token: Asset = { chain, token: { address: mint, decimals: 6 } }
const other: Asset = { chain, token: { address: mint.toLowerCase(), decimals: 6 } }

const read = (fixed: string, environment: Readonly<Record<string, string>> = { LATCHKEY_DEV: '1' }) =>
  parseEnvironment({ ...environment, PRICE_FIXED: fixed }).prices.fixed
const source: PriceSource = {
  batch: 7,
  readPrices: async assets => new Map(assets.map(asset => [toAssetKey(asset), 9])),
}

it('puts fixed prices before those of the source, in dollars alone', async () => {
  const fixed = read(JSON.stringify({ [chain.id]: { native: 150, [mint]: 1 } }))
  const priced = withFixedPrices(source, fixed)
  const prices = await priced?.readPrices([native, token, other], 'usd')
  expect([native, token, other].map(asset => prices?.get(toAssetKey(asset)))).toEqual([150, 1, 9])
  expect(await priced?.readPrices([native], 'eur')).toEqual(new Map())
  const alone = withFixedPrices(undefined, fixed)
  expect((await alone?.readPrices([native, other], 'usd'))?.get(toAssetKey(other))).toBeUndefined()
})

it('adds nothing where none are fixed', () => {
  expect(withFixedPrices(source, new Map())).toBe(source)
  expect(withFixedPrices(undefined, new Map())).toBeUndefined()
})

it.each([
  '[]',
  '{"eip155:1":5}',
  '{"eip155:1":{"native":0}}',
  '{"eip155:1":{"native":"5"}}',
  '{"eip155:1":{"0x1":5}}',
  '{"sui:mainnet":{"native":5}}',
])('refuses %s in one line', text => {
  expect(() => read(text)).toThrow(EnvironmentError)
  expect(() => read(text)).toThrow(/PRICE_FIXED must be a JSON object/)
})

it('takes them from a development server alone', () => {
  expect(() => read('{"eip155:1":{"native":5}}', {})).toThrow(/PRICE_FIXED is for development/)
})
