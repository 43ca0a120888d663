import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { growthOf, linearGrowth } from '../../../testing/src/fixtures/growthOf.ts'
import { formatNameMessage, nameAttributesSchema, nameLabelPattern, nameMessageSchema } from './profile.ts'

describe('nameLabelPattern', () => {
  it.each(['four', 'a1b2', '0x00', 'a-b-c-d', 'x'.repeat(32)])('takes %s', label => {
    expect(nameLabelPattern.test(label)).toBe(true)
  })
  it.each([
    'abc',
    '',
    '-abc',
    'abc-',
    'ab--cd',
    'UPPER',
    'a.bcd',
    'a_bcd',
    'naïve',
    'аlice',
    'abc\n',
    'x'.repeat(33),
  ])('T66: refuses %j', label => {
    expect(nameLabelPattern.test(label)).toBe(false)
  })
  it('T107: 100 kB are refused at once', () => {
    // Read again and again from each letter, they would take minutes.
    for (const part of ['a', '-', 'a-', '1']) {
      const judge = (length: number) => nameLabelPattern.test(`${part.repeat(length / part.length)}!`)
      expect(judge(100_000)).toBe(false)
      expect(growthOf(judge, 6_250), part).toBeLessThan(linearGrowth)
    }
  })
})

describe('nameAttributesSchema', () => {
  it('bounds keys, values and their number', () => {
    expect(v.is(nameAttributesSchema, { avatar: 'https://a.example/a.png', 'com.github': 'a' })).toBe(true)
    expect(v.is(nameAttributesSchema, { Avatar: 'x' })).toBe(false)
    expect(v.is(nameAttributesSchema, { url: 'x'.repeat(2_049) })).toBe(false)
    const many = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, '']))
    expect(v.is(nameAttributesSchema, many)).toBe(false)
  })
})

describe('formatNameMessage', () => {
  const message = {
    name: 'alice.latch.eth',
    domain: 'latch.eth',
    chain: 'eip155:31337',
    nonce: 'abcdefghijklmnop',
    ts: 1_800_000_000_000,
    attributes: { description: 'A "name"\nof two lines' },
  } as const
  it('writes JSON with one member to a line, which reads as what was given', () => {
    const text = formatNameMessage(message)
    expect(text.split('\n')).toHaveLength(10)
    expect(v.parse(nameMessageSchema, JSON.parse(text))).toEqual(message)
  })
  it.each([
    { ...message, chain: 'solana:x' },
    { ...message, ts: 1.5 },
    { ...message, extra: 1 },
  ])('the schema refuses %o', other => expect(v.is(nameMessageSchema, other)).toBe(false))
})
