import fc from 'fast-check'
import { nameLabelPattern } from 'latchkey/services'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../../../../packages/testing/src/fixtures/anyCharacter.ts'
import { growthOf, linearGrowth } from '../../../../../packages/testing/src/fixtures/growthOf.ts'
import { isReserved, labelIn, normalName, refusalsOf } from './checkName.ts'
import { reservedLabels } from './reservedLabels.ts'
import { skeletonOf } from './skeletonOf.ts'

it.each([
  ['l1i', 'lll'],
  ['g00gle', 'google'],
  ['modern', 'modem'],
  ['vvow', 'wow'],
  ['vvv', 'wv'],
  ['rnrn', 'mm'],
  ['a-b', 'a-b'],
])('T66: %s looks like %s', (label, skeleton) => {
  expect(skeletonOf(label)).toBe(skeleton)
})

it('T66: what looks like a reserved label is reserved', () => {
  for (const label of reservedLabels) {
    expect(isReserved(label), label).toBe(true)
    expect(isReserved(label.replaceAll('o', '0').replaceAll('l', '1').replaceAll('m', 'rn')), label).toBe(
      true,
    )
    expect(isReserved([...label].join('-')), label).toBe(true)
  }
  expect(isReserved('alice')).toBe(false)
})

it('T64: a label that passes every rule is its own normal form', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abz019-'), minLength: 1, maxLength: 34 })
  fc.assert(
    fc.property(letters, label => {
      const isFine = refusalsOf(label).length === 0
      expect(isFine).toBe(nameLabelPattern.test(label) && !label.startsWith('0x'))
      if (isFine) expect(normalName(label)).toBe(label)
    }),
  )
})

it('T64: no text makes normalisation throw, and what comes out stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), text => {
      const normal = normalName(text)
      if (normal !== undefined) expect(normalName(normal)).toBe(normal)
    }),
  )
})

it.each([
  ['alice.latch.eth', 'alice'],
  ['.latch.eth', undefined],
  ['latch.eth', undefined],
  ['a.b.latch.eth', undefined],
  ['alicelatch.eth', undefined],
  ['alice.latch.eth.', undefined],
])('labelIn %s', (name, label) => {
  expect(labelIn('latch.eth', name)).toBe(label)
})

it('T107: 100 kB of anything are judged at once', () => {
  for (const part of ['a', '-', 'rn', 'v', '0', 'é', '.']) {
    const judge = (length: number) => {
      const text = part.repeat(length / part.length)
      skeletonOf(text)
      refusalsOf(text)
      normalName(text)
      labelIn('latch.eth', text)
    }
    expect(growthOf(judge, 6_000), part).toBeLessThan(linearGrowth)
  }
})
