import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDecimalJson } from './parseDecimalJson.ts'
import { readDecimal } from './readDecimal.ts'

const parse = (text: string) => parseDecimalJson(new TextEncoder().encode(text))?.value

const digits = fc.stringMatching(/^\d{1,25}$/)

it('T74: reads any amount as it is written, with no double in between', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(?:0|[1-9]\d{0,24})$/), fc.option(digits), (whole, fraction) => {
      const written = fraction === null ? whole : `${whole}.${fraction}`
      const exact = written.includes('.') ? written.replace(/\.?0+$/, '') : written
      expect(parse(`{"quotes":[{"amount":${written}}]}`)).toEqual({ quotes: [{ amount: exact }] })
    }),
  )
})

it('T74: an exponent moves the point and changes no digit', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 20n }),
      fc.integer({ min: -20, max: 20 }),
      (units, power) => {
        const text = readDecimal(`${units}e${power}`) ?? ''
        const [whole = '', fraction = ''] = text.split('.')
        const scale = Math.max(fraction.length, 20)
        const read = BigInt(whole + fraction.padEnd(scale, '0'))
        expect(read).toBe(units * 10n ** BigInt(scale + power))
      },
    ),
  )
})

it.each([
  ['0.00066413', '0.00066413'],
  ['6.6413E-4', '0.00066413'],
  ['1.50', '1.5'],
  ['0.0', '0'],
  ['0e5', '0'],
  ['100', '100'],
  ['1e2', '100'],
  ['1.25e1', '12.5'],
  ['9007199254740993.000000000000000001', '9007199254740993.000000000000000001'],
])('reads %s as %s', (source, text) => {
  expect(readDecimal(source)).toBe(text)
})

it.each(['-1', '1e400', '1e99', 'NaN', '', '01x', '.5'])('reads no amount out of %j', source => {
  expect(readDecimal(source)).toBeUndefined()
})

it('leaves texts, null and negative numbers as they are', () => {
  expect(parse('{"a":"0x1","b":null,"c":-1.50,"d":true}')).toEqual({ a: '0x1', b: null, c: '-1.50', d: true })
})

it.each(['{"__proto__":1}', '[', '[]x', '['.repeat(40) + ']'.repeat(40)])('T106: refuses %s', text => {
  expect(parse(text)).toBeUndefined()
})
