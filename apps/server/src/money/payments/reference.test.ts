import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeReference, referencesIn } from './reference.ts'

const hex = (max = 200) => fc.uint8Array({ maxLength: max }).map(bytes => Buffer.from(bytes).toString('hex'))

it('is found wherever it stands, in the order of the calldata', () => {
  fc.assert(
    fc.property(hex(), hex(), hex(), (before, between, after) => {
      const [one, two] = [makeReference(), makeReference()]
      const input = `0x${before}${one.slice(2)}${between}${two.slice(2).toUpperCase()}${after}`
      expect(referencesIn(input)).toEqual([one, two])
    }),
  )
})

it('is 32 bytes that differ, and is not seen where there is none', () => {
  const many = new Set(Array.from({ length: 1_000 }, makeReference))
  expect(many.size).toBe(1_000)
  for (const reference of many) expect(reference).toMatch(/^0x[0-9a-f]{64}$/)
  expect(referencesIn('0x')).toEqual([])
  expect(referencesIn(makeReference().slice(0, -2))).toEqual([])
  // Half a byte off is another text.
  expect(referencesIn(`0x0${makeReference().slice(2)}0`)).toEqual([])
})

it('reads no further than sixteen, however many a transaction names', () => {
  const many = Array.from({ length: 100 }, makeReference)
  expect(referencesIn(`0x${many.map(each => each.slice(2)).join('')}`)).toEqual(many.slice(0, 16))
})
