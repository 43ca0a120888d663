import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatOptions } from './formatOptions.ts'
import { readDocstring } from './readDocstring.ts'

const root = resolve(import.meta.dirname, '../..')

describe('docs/options.md', () => {
  test('matches the types: run `npm run options` when it does not', () => {
    expect(readFileSync(join(root, 'docs/options.md'), 'utf8')).toBe(formatOptions(root))
  })
})

describe('readDocstring', () => {
  test.each([
    ['Shows a list.', { text: 'Shows a list.', defaultText: undefined }],
    ['Shows a list.\n@default true', { text: 'Shows a list.', defaultText: '`true`' }],
    [
      "A color.\n@default '#fff' light, '#000' dark",
      { text: 'A color.', defaultText: "`'#fff'` light, `'#000'` dark" },
    ],
    ['Sends (SPEC §6 "Send", T73). It is\nslow.', { text: 'Sends. It is slow.', defaultText: undefined }],
    [
      'The id.\n@throws LatchkeyError APKT008 without one.',
      { text: 'The id. Throws APKT008 without one.', defaultText: undefined },
    ],
    [
      'See docs/how-to/sign-in.md.',
      { text: 'See [how-to/sign-in](how-to/sign-in.md).', defaultText: undefined },
    ],
    ["One of 'a' | 'b'.", { text: "One of 'a' \\| 'b'.", defaultText: undefined }],
  ])('reads %j', (docstring, cell) => expect(readDocstring(docstring)).toEqual(cell))
})
