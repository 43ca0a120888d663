import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networkFacts } from '../provider/networkFacts.ts'
import { amountWords, fiatWords, moneyWords } from './moneyWords.ts'

const token = `0x${'1a'.repeat(20)}`
const network = networkFacts('eip155:1')
const listed = (decimals: number) => ({
  network,
  tokens: { [token]: { symbol: 'USDX', decimals, isListed: true } },
})
const prices = (price: number) => ({ '': price, [token]: price })

describe('amounts', () => {
  test('T74: no digit is invented, dropped or moved, whatever the amount and the decimals', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        fc.integer({ min: 0, max: 255 }),
        (amount, decimals) => {
          const text = amountWords(amount, token, listed(decimals))
          expect(text.endsWith(' USDX')).toBe(true)
          const [whole = '', fraction = ''] = text.slice(0, -5).replaceAll(',', '').split('.')
          expect(fraction.length).toBeLessThanOrEqual(decimals)
          expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amount)
        },
      ),
    )
  })

  test('T74: a token on no list is counted in base units, exactly', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        fc.integer({ min: 0, max: 255 }),
        (amount, decimals) => {
          const words = moneyWords(amount, token, {
            network,
            tokens: { [token]: { symbol: 'USDC', decimals } },
            prices: prices(1),
          })
          const [, digits = ''] = /^([\d,]+) base units of 0x1a1a…1a1a1a$/i.exec(words.value) ?? []
          expect(BigInt(digits.replaceAll(',', ''))).toBe(amount)
          expect(words.fiat).toBeUndefined()
          expect(words.claim).toMatch(/^The token calls it [\d,.]+ “USDC”$/)
        },
      ),
    )
  })

  test('T67: nothing is claimed for a token that says nothing, nor for a collection', () => {
    const claimOf = (words: object) => moneyWords(7n, token, { network, tokens: { [token]: words } }).claim
    expect(claimOf({})).toBeUndefined()
    expect(claimOf({ symbol: 'USDC', decimals: 6, isCollection: true })).toBeUndefined()
    expect(claimOf({ symbol: 'USDC' })).toBe('The token calls it “USDC”')
    expect(claimOf({ decimals: 0 })).toBe('The token counts it as 7')
  })
})

describe('worth', () => {
  test.each([
    [50_000_000_000_000_000n, 2_500, '≈ $125.00'],
    [1n, 2_500, '< $0.01'],
    [10n ** 18n, 1e-7, '< $0.01'],
    [10n ** 18n, 0.015, '≈ $0.01'],
    [123_456_789n * 10n ** 18n, 2_500.5, '≈ $308,703,700,894.50'],
    [0n, 2_500, undefined],
    [10n ** 18n, 0, undefined],
    [10n ** 18n, -1, undefined],
    [10n ** 18n, Number.NaN, undefined],
    [10n ** 18n, Number.POSITIVE_INFINITY, undefined],
  ] as const)('F27: %d base units at %d are %s', (amount, price, words) => {
    expect(fiatWords(amount, undefined, { network, tokens: {}, prices: prices(price) })).toBe(words)
  })

  test('F27: without a price there is none, and never more than the amount is worth', () => {
    expect(fiatWords(10n ** 18n, undefined, { network, tokens: {} })).toBeUndefined()
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 30n }),
        fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
        (amount, price) => {
          const words = fiatWords(amount, token, { ...listed(18), prices: prices(price) }) ?? ''
          const shown = words.startsWith('<') ? 0 : Number(words.replace(/[^\d.]/g, ''))
          expect(shown).toBeLessThanOrEqual((Number(amount) / 1e18) * price * (1 + 1e-9) + 1e-9)
        },
      ),
    )
  })
})
