import { expect, it } from 'vitest'
import { createLog } from '../../core/log/createLog.ts'
import { knownChains } from '../chains/knownChains.ts'
import { createPriceBook } from './createPriceBook.ts'
import { type Asset, type PriceSource, toAssetKey, toPrice } from './priceSource.ts'

const chain = knownChains[0]
if (chain === undefined) throw new Error('no chain')
const asset = (place: number): Asset => ({
  chain,
  token: { address: `0x${place.toString(16).padStart(40, '0')}`, decimals: 18 },
})

/** A source with scripted answers that records its requests. */
function open(answer: (asset: Asset) => number | undefined, batch = 3) {
  const asked: { currency: string; size: number }[] = []
  const time = { now: 0 }
  const state = { isDown: false }
  const lines: string[] = []
  const source: PriceSource = {
    batch,
    async readPrices(assets, currency) {
      asked.push({ currency, size: assets.length })
      if (state.isDown) throw new Error('down')
      return new Map(
        assets.flatMap(one => {
          const price = answer(one)
          return price === undefined ? [] : [[toAssetKey(one), price] as const]
        }),
      )
    },
  }
  const log = createLog({ level: 'debug', sink: { write: line => lines.push(line) } })
  const told: string[] = []
  const onUpstream = (name: string, outcome: string) => void told.push(`${name} ${outcome}`)
  const prices = createPriceBook({ source, clock: () => time.now, log, onUpstream })
  return { asked, time, state, lines, told, prices }
}

it('reads concurrent requests together, each asset once, in parts', async () => {
  const { asked, prices } = open(() => 2)
  const [first, second] = await Promise.all([
    prices([asset(1), asset(2), asset(1)], 'usd'),
    prices([asset(2), asset(3), asset(4)], 'usd'),
  ])
  expect(asked).toEqual([
    { currency: 'usd', size: 3 },
    { currency: 'usd', size: 1 },
  ])
  expect([...first.values(), ...second.values()]).toEqual([2, 2, 2, 2, 2])
})

it('keeps a price for 15 s, for each currency', async () => {
  let price = 1
  const { asked, time, prices } = open(() => price++)
  const read = async (currency = 'usd') => [...(await prices([asset(1)], currency)).values()]
  expect([await read(), await read('eur')]).toEqual([[1], [2]])
  time.now = 14_999
  expect(await read()).toEqual([1])
  time.now = 15_000
  expect([await read(), asked.length]).toEqual([[3], 3])
})

it('F27: unknown prices are null, also while the source is out, which is then paused', async () => {
  const { asked, time, state, lines, told, prices } = open(({ token }) =>
    token?.address.endsWith('1') ? 5 : undefined,
  )
  expect([...(await prices([asset(1), asset(2)], 'usd')).values()]).toEqual([5, null])
  state.isDown = true
  time.now = 20_000
  for (let i = 0; i < 3; i++) expect([...(await prices([asset(1)], 'usd')).values()]).toEqual([null])
  expect(asked).toHaveLength(2)
  expect(lines.join()).toContain('prices cannot be had')
  expect(told).toEqual(['prices answered', 'prices failed'])
  state.isDown = false
  time.now = 25_000
  expect([...(await prices([asset(1)], 'usd')).values()]).toEqual([5])
})

it('F27: without a source nothing has a price', async () => {
  const prices = createPriceBook({ source: undefined, clock: () => 0, log: createLog({ level: 'silent' }) })
  expect([...(await prices([asset(1)], 'usd')).values()]).toEqual([null])
})

it.each([
  [1.5, 1.5],
  [0, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  ['1', undefined],
  [null, undefined],
  [1e300, undefined],
])('F27: %j counts as %j', (value, price) => expect(toPrice(value)).toBe(price))
