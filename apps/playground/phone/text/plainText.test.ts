import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReadable, plainText, signedText } from './plainText.ts'

test.each([
  ['Fernweh Press', 'Fernweh Press'],
  ['  two\n\tlines ', 'two lines'],
  ['safe\u202etxt.exe', 'safetxt.exe'],
  ['a\u200bb\u0000c\u{e0041}d', 'abcd'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(…'],
  [42, ''],
  [undefined, ''],
  [{ toString: () => 'name' }, ''],
])('T93 the name %j is shown as %j', (given, shown) => {
  expect(plainText(given, 26)).toBe(shown)
})

// Includes lone surrogates.
const unit = fc.nat(0xffff).map(code => String.fromCharCode(code))

test('T93 a name of any length and kind is short, on one line and without hidden characters', () => {
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 400 }), fc.integer({ min: 1, max: 80 }), (text, limit) => {
      const shown = plainText(text, limit)
      expect([...shown].length).toBeLessThanOrEqual(limit)
      expect(shown).not.toMatch(/[\n\r\u202a-\u202e\u200b]/)
    }),
  )
})

test.each([
  ['Sign in to shop.example\n\nNonce: 1', true],
  ['Grüße, 你好, 🙂', true],
  ['\u0001\u0002', false],
  ['broken \ufffd bytes', false],
])('%j can be read: %s', (text, expected) => {
  expect(isReadable(text)).toBe(expected)
})

test('text to sign keeps its lines, and shows hidden characters as numbers', () => {
  expect(signedText('pay\u202e 1\r\nto\u200b me\tnow')).toBe('pay⟨U+202E⟩ 1\nto⟨U+200B⟩ me\tnow')
})
