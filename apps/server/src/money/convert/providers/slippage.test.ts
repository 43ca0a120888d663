import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SlippageUnit, slippage, slippageUnits } from './slippage.ts'

describe('slippage', () => {
  it.each([
    [0, '0', '0', '0'],
    [1, '1', '0.0001', '0.01'],
    [10, '10', '0.001', '0.1'],
    [50, '50', '0.005', '0.5'],
    [100, '100', '0.01', '1'],
    [333, '333', '0.0333', '3.33'],
    [5_000, '5000', '0.5', '50'],
    [9_999, '9999', '0.9999', '99.99'],
    [10_000, '10000', '1', '100'],
  ])('T70: %i bps is %s, %s of one, and %s percent', (bps, asBps, asFraction, asPercent) => {
    expect([slippage(bps, 'bps'), slippage(bps, 'fraction'), slippage(bps, 'percent')]).toEqual([
      asBps,
      asFraction,
      asPercent,
    ])
  })

  it('reads back as what it was, in every unit', () => {
    const units = Object.keys(slippageUnits) as SlippageUnit[]
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(...units), (bps, unit) => {
        const text = slippage(bps, unit)
        expect(text).toMatch(/^(?:0|[1-9]\d*)(?:\.\d{1,4})?$/)
        expect(Math.round(Number(text) * slippageUnits[unit])).toBe(bps)
      }),
    )
  })

  it.each([-1, 10_001, 0.01, Number.NaN])('refuses %d', bps => {
    expect(() => slippage(bps, 'fraction')).toThrow(RangeError)
  })
})
