import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupAddress } from './groupAddress.ts'
import { shortAddress } from './shortAddress.ts'

const evm = '0x52908400098527886E0F7030069857D2E4169EE7'

test.each([
  [evm, '0x5290…169EE7'],
  ['7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', '7S3P…ArAaKv'],
  ['0x52908400', '0x52908400'],
  ['', ''],
])('shortAddress of %s is %s (SPEC §9: 4 and 6)', (address, short) => {
  expect(shortAddress(address)).toBe(short)
})

test('groupAddress cuts by 4 and loses nothing', () => {
  expect(groupAddress(evm).slice(0, 3)).toEqual(['0x', '5290', '8400'])
  expect(groupAddress('abcdefghi')).toEqual(['abcd', 'efgh', 'i'])
  fc.assert(
    fc.property(fc.string(), address => {
      const clean = address.replace(/[\n\r]/g, '')
      expect(groupAddress(clean).join('')).toBe(clean)
    }),
  )
})
