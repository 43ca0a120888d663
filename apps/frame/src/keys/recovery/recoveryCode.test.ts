import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../../../packages/testing/src/fixtures/anyCharacter.ts'
import { groupsOfCode, makeRecoveryCode, readRecoveryCode } from './recoveryCode.ts'

describe('a recovery code', () => {
  it('has 130 bits in five groups that can be typed', () => {
    const codes = Array.from({ length: 500 }, makeRecoveryCode)
    for (const code of codes) {
      expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{6}$/)
      expect(groupsOfCode(code).join('-')).toBe(code)
    }
    expect(new Set(codes).size).toBe(500)
    // Every letter of the alphabet is used about as often as any other.
    const counts = new Map<string, number>()
    for (const letter of codes.join('').replaceAll('-', '')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(32)
    const expected = (500 * 26) / 32
    const chi = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(chi).toBeLessThan(80)
  })

  it('reads the same code however it is typed', () => {
    const code = '01234-56789-ABCDE-FGHJK-MNPQRS'
    const plain = '0123456789ABCDEFGHJKMNPQRS'
    for (const typed of [
      code,
      code.toLowerCase(),
      plain,
      ` ${plain.match(/../g)?.join(' ')}\n`,
      'O1234–56789—abcde−fghjk_mnpqrs',
      'oI234.56789-abcde-fghjk-mnpqrs',
      'ol234 56789 abcde fghjk mnpqrs',
      '０１２３４56789ABCDEFGHJKMNPQRS',
    ])
      expect(readRecoveryCode(typed), typed).toBe(plain)
  })

  it('refuses any other text', () => {
    for (const text of [
      '',
      '0'.repeat(25),
      '0'.repeat(27),
      'U'.repeat(26),
      '!'.repeat(26),
      '0'.repeat(100_000),
    ])
      expect(() => readRecoveryCode(text)).toThrow(expect.objectContaining({ code: 'text' }))
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), text => {
        try {
          expect(readRecoveryCode(text)).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
        } catch (error) {
          expect(error).toMatchObject({ code: 'text' })
        }
      }),
      { numRuns: 50 },
    )
  })
})
