import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../../../../packages/testing/src/fixtures/anyCharacter.ts'
import { growthOf, linearGrowth } from '../../../../../packages/testing/src/fixtures/growthOf.ts'
import { isSpamToken } from './isSpamToken.ts'

const listed = new Set(['USDC', 'WETH', 'ETH'])

it.each([
  ['Uniswap', 'UNI', false],
  ['Curve.fi Factory USD Metapool', 'crvUSD-f', false],
  ['USD Coin (bridged)', 'USDC.e', false],
  ['Ether.fi', 'ETHFI', false],
  ['柴犬', '柴', false],
  ['Δοκιμή', 'ΔΟΚ', false],
  ['Aave  Token', 'AAVE', false],
  ['USD Coin', 'usdc', true],
  ['Wrapped Ether', 'WETH', true],
  ['Visit claim-usdc.example to claim', 'X', true],
  ['$1000 giveaway at eth-2.example', 'X', true],
  ['http://a.b', 'X', true],
  ['x', 'www.prize', true],
  ['USD Coin', 'U\u0405DC', true],
  ['\u202eCDSU', 'X', true],
  ['US\u200bDC', 'X', true],
  ['<img src=x>', 'X', true],
  ['ｗｗｗ．ｃｌａｉｍ', 'X', true],
  ['long '.repeat(200), 'X', true],
  ['T', 'x'.repeat(129), true],
] as const)('%j %j: %j', (name, symbol, spam) => {
  expect(isSpamToken({ name, symbol }, listed)).toBe(spam)
})

it('T107: any text is judged in time', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), name => {
      expect(typeof isSpamToken({ name, symbol: 'X' }, listed)).toBe('boolean')
    }),
  )
  for (const part of ['a.', 'a-', '\u0300', ' ']) {
    const judge = (length: number) => {
      const text = part.repeat(length / part.length)
      return isSpamToken({ name: text, symbol: text }, listed)
    }
    expect(growthOf(judge, 6_000), part).toBeLessThan(linearGrowth)
  }
})
