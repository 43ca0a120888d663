import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../../../packages/testing/src/fixtures/anyCharacter.ts'
import { growthOf, linearGrowth } from '../../../../../packages/testing/src/fixtures/growthOf.ts'
import { cleanText } from './cleanText.ts'

describe('cleanText', () => {
  it.each([
    ['USD Coin', 'USD Coin'],
    ['  two   words \n', 'two words'],
    ['a\u202eb\u2066c\u200bd\ufeff', 'abcd'],
    ['a\0b\u0007c', 'abc'],
    ['', null],
    ['\u200b\u2800 \u3164', null],
    [undefined, null],
    [7, null],
    ['\ud83d\ude00'.repeat(40), '\ud83d\ude00'.repeat(32)],
    ['x'.repeat(10_000), 'x'.repeat(64)],
    [`e${'\u0301'.repeat(50)}`, 'é\u0301\u0301\u0301'],
    ['a\ud800b', 'ab'],
  ])('T67: %j becomes %j', (value, expected) => {
    expect(cleanText(value, 64)).toBe(expected)
  })

  it('T67: never leaves an unseen character or more than the limit, and is the same done twice', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 300 }),
        fc.integer({ min: 1, max: 64 }),
        (text, limit) => {
          const clean = cleanText(text, limit)
          if (clean === null) return
          expect(clean.length).toBeLessThanOrEqual(limit)
          expect(clean).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
          expect(clean.isWellFormed()).toBe(true)
          expect(cleanText(clean, limit)).toBe(clean)
        },
      ),
    )
  })

  it('T67: takes no time over megabytes', () => {
    for (const part of ['a', ' ', '\u0301', '\u202e', 'a\u0301']) {
      const growth = growthOf(length => cleanText(part.repeat(length), 64), 300_000)
      expect(growth, part).toBeLessThan(linearGrowth)
    }
  })
})
