import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountIn, amountOut, type PoolSide } from './amountOut.ts'
import { afterTax, maximumOf, minimumOf, priceImpact, tradeIn, tradeOut } from './tradePath.ts'

const most = (1n << 112n) - 1n
const reserve = fc.bigInt(1n, most)
const pool = fc.record({ reserveIn: reserve, reserveOut: reserve, feeBps: fc.constantFrom(0, 25, 30, 100) })
const path = fc.array(pool, { minLength: 1, maxLength: 3 })
const amount = fc.bigInt(1n, 1n << 100n)

/** The formulas of Uniswap's V2 library, word for word. */
function libraryOut(input: bigint, { reserveIn, reserveOut }: PoolSide): bigint {
  const counted = input * 997n
  return (counted * reserveOut) / (reserveIn * 1_000n + counted)
}
function libraryIn(output: bigint, { reserveIn, reserveOut }: PoolSide): bigint {
  return (reserveIn * output * 1_000n) / ((reserveOut - output) * 997n) + 1n
}

describe('one pool', () => {
  it('pays what v2 pays at three thousandths, to the unit', () => {
    fc.assert(
      fc.property(reserve, reserve, amount, (reserveIn, reserveOut, input) => {
        const side = { reserveIn, reserveOut, feeBps: 30 }
        if (reserveIn + input <= most) expect(amountOut(input, side)).toBe(libraryOut(input, side))
        if (input < reserveOut && reserveIn + libraryIn(input, side) <= most)
          expect(amountIn(input, side)).toBe(libraryIn(input, side))
      }),
    )
  })

  it('never pays all that it holds, and never takes the product down', () => {
    fc.assert(
      fc.property(pool, amount, (side, input) => {
        const output = amountOut(input, side)
        if (output === undefined) return
        expect(output).toBeLessThan(side.reserveOut)
        expect((side.reserveIn + input) * (side.reserveOut - output)).toBeGreaterThanOrEqual(
          side.reserveIn * side.reserveOut,
        )
      }),
    )
  })

  it('takes no more for an output than that output needs, but for rounding', () => {
    fc.assert(
      fc.property(pool, amount, (side, output) => {
        const input = amountIn(output, side)
        if (input === undefined) return
        expect(amountOut(input, side)).toBeGreaterThanOrEqual(output)
        if (input > 2n) expect(amountOut(input - 2n, side)).toBeLessThanOrEqual(output)
      }),
    )
  })

  it.each([
    ['an empty pool', { reserveIn: 0n, reserveOut: 5n, feeBps: 30 }, 1n],
    ['a pool that is empty on the other side', { reserveIn: 5n, reserveOut: 0n, feeBps: 30 }, 1n],
    ['more than a pool can count', { reserveIn: most, reserveOut: 5n, feeBps: 30 }, 1n],
  ])('cannot trade with %s', (_, side, input) => {
    expect(amountOut(input, side)).toBeUndefined()
  })

  it('cannot sell all that a pool holds', () => {
    const side = { reserveIn: 1_000n, reserveOut: 1_000n, feeBps: 30 }
    expect(amountIn(1_000n, side)).toBeUndefined()
    expect(amountIn(999n, side)).toBe(1_002_007n)
  })
})

describe('a path', () => {
  it('has each amount by the pool before it, in both directions', () => {
    fc.assert(
      fc.property(path, amount, (pools, value) => {
        const forth = tradeIn(pools, value)
        forth?.slice(1).forEach((out, index) => {
          expect(out).toBe(amountOut(forth[index] ?? 0n, pools[index] as PoolSide))
        })
        const back = tradeOut(pools, value)
        if (back === undefined) return
        expect(back).toHaveLength(pools.length + 1)
        expect(back.at(-1)).toBe(value)
        // What an exact output costs brings at least that output, at each pool of the way.
        back.slice(1).forEach((out, index) => {
          expect(amountOut(back[index] ?? 0n, pools[index] as PoolSide)).toBeGreaterThanOrEqual(out)
        })
      }),
    )
  })

  it('leaves the fee of pools out of the impact (reference money §1.4)', () => {
    const deep = { reserveIn: 10n ** 30n, reserveOut: 10n ** 30n, feeBps: 30 }
    const input = 10n ** 18n
    const output = tradeIn([deep, deep], input)?.at(-1) ?? 0n
    // Six thousandths are gone, and none of that is impact.
    expect(Number(input - output) / Number(input)).toBeCloseTo(0.00599, 5)
    expect(priceImpact([deep, deep], input, output)).toBeLessThan(1e-9)
    const shallow = { reserveIn: 10n ** 18n, reserveOut: 10n ** 18n, feeBps: 30 }
    expect(priceImpact([shallow], input, tradeIn([shallow], input)?.at(-1) ?? 0n)).toBeCloseTo(0.4992, 3)
  })

  it('has an impact from none to all, which grows with the amount', () => {
    fc.assert(
      fc.property(path, amount, fc.bigInt(2n, 1_000n), (pools, value, times) => {
        const small = tradeIn(pools, value)?.at(-1)
        const large = tradeIn(pools, value * times)?.at(-1)
        if (small === undefined || large === undefined || small < 10n ** 9n) return
        const [one, other] = [priceImpact(pools, value, small), priceImpact(pools, value * times, large)]
        for (const impact of [one, other]) {
          expect(impact).toBeGreaterThanOrEqual(0)
          expect(impact).toBeLessThanOrEqual(1)
        }
        expect(other + 1e-8).toBeGreaterThanOrEqual(one)
      }),
    )
  })
})

describe('limits', () => {
  it('T70: the minimum is rounded down, the maximum too, and a tax never grows an amount', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (value, bps) => {
        expect(minimumOf(value, bps)).toBe((value * BigInt(10_000 - bps)) / 10_000n)
        expect(maximumOf(value, bps)).toBe((value * BigInt(10_000 + bps)) / 10_000n)
        expect(afterTax(value, bps)).toBe(minimumOf(value, bps))
        expect(minimumOf(value, bps) <= value && value <= maximumOf(value, bps)).toBe(true)
      }),
    )
    expect(minimumOf(2_490_017_452n, 100)).toBe(2_465_117_277n)
    expect(minimumOf(1n, 1)).toBe(0n)
  })
})
