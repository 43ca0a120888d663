import { pino } from 'pino'
import type { Address } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { createLocalShared } from '../../core/scale/createLocalShared.ts'
import { ChainUnreadable } from '../chains/chainUnreadable.ts'
import { knownChains } from '../chains/knownChains.ts'
import { createPriceBook } from '../price/createPriceBook.ts'
import { toAssetKey } from '../price/priceSource.ts'
import { createBalances } from './createBalances.ts'
import type { Holding } from './createHoldingsReader.ts'

const chain = knownChains[0] ?? expect.unreachable()
const account: Address = '0x00000000000000000000000000000000000A11cE'
const log = pino({ level: 'silent' })
const time = { now: 0 }
const clock = () => time.now
afterEach(() => {
  time.now = 0
})

const holding = (name: string, place: number, amount: bigint): Holding => ({
  chain,
  name,
  symbol: name,
  decimals: 0,
  iconUrl: null,
  address: `0x${place.toString(16).padStart(40, '0')}`,
  amount,
})

/** Balances over holdings that the test writes; a price is the number in the token's address. */
function open(shared = createLocalShared({ clock, log })) {
  const state: { holdings: Holding[]; readings: number; failure?: Error } = { holdings: [], readings: 0 }
  const prices = createPriceBook({
    source: {
      batch: 100,
      async readPrices(assets) {
        return new Map(
          assets.flatMap(asset => {
            const price = Number(asset.token?.address ?? 0)
            return price === 0 ? [] : [[toAssetKey(asset), price] as const]
          }),
        )
      },
    },
    clock,
    log,
  })
  const balances = createBalances({
    async readHoldings() {
      state.readings++
      if (state.failure !== undefined) throw state.failure
      return state.holdings
    },
    prices,
    shared,
    clock,
  })
  const read = (force = false) => balances({ chains: [chain], account, currency: 'usd', force })
  return { state, read }
}

describe('createBalances', () => {
  it('orders by value, then by name; what has no price comes last', async () => {
    const { state, read } = open()
    state.holdings = [
      holding('b none', 0, 5n),
      holding('cheap', 1, 5n),
      holding('dear', 1_000, 1n),
      holding('b even', 2, 5n),
      holding('a even', 5, 2n),
      holding('a none', 0, 7n),
    ]
    const balances = await read()
    expect(balances.map(({ name, value }) => [name, value])).toEqual([
      ['dear', 1_000],
      ['a even', 10],
      ['b even', 10],
      ['cheap', 5],
      ['a none', null],
      ['b none', null],
    ])
  })

  it('reads an account once for all who ask at the same time', async () => {
    const { state, read } = open()
    await Promise.all([read(), read(), read(true), read()])
    expect(state.readings).toBe(1)
    time.now = 999
    await read(true)
    expect(state.readings).toBe(1)
    time.now = 1_000
    await Promise.all([read(true), read(true), read()])
    expect(state.readings).toBe(2)
  })

  it('F20: a failure is an error for all waiting callers, and is not cached', async () => {
    const { state, read } = open()
    state.failure = new ChainUnreadable(chain.id, 'out')
    expect((await Promise.allSettled([read(), read()])).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ])
    delete state.failure
    expect(await read()).toEqual([])
    expect(state.readings).toBe(2)
  })

  it("a fresh reading of one process invalidates the others' older ones", async () => {
    const shared = createLocalShared({ clock, log })
    const [one, two] = [open(shared), open(shared)]
    await Promise.all([one.read(), two.read()])
    time.now = 2_000
    two.state.holdings = [holding('new', 1, 1n)]
    await one.read(true)
    await expect.poll(() => two.read()).toHaveLength(1)
    await one.read()
    expect([one.state.readings, two.state.readings]).toEqual([2, 2])
  })
})
