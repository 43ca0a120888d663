import fc from 'fast-check'
import { normalize } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { normalizeName } from './normalizeName.ts'

const table: readonly (readonly [typed: string, expected: object])[] = [
  ['ada.latch.eth', { at: 'name', name: 'ada.latch.eth', differs: false, foreign: false }],
  ['Ada.Latch.ETH', { at: 'name', name: 'ada.latch.eth', differs: true, foreign: false }],
  ['_ada.eth', { at: 'name', name: '_ada.eth', differs: false, foreign: false }],
  ['müller.eth', { at: 'name', name: 'müller.eth', differs: false, foreign: true }],
  ['mu\u0308ller.eth', { at: 'name', name: 'müller.eth', differs: true, foreign: true }],
  ['日本.eth', { at: 'name', name: '日本.eth', differs: false, foreign: true }],
  ['vit\u0430lik.eth', { at: 'imitation', letters: ['\u0430'] }],
  ['\u0430\u0440\u0440\u04cf\u0435.eth', { at: 'imitation', letters: ['а', 'р', 'ӏ'] }],
  ['ada\u200b.eth', { at: 'name', name: 'ada.eth', differs: true, foreign: false }],
  ['ada\u202e.eth', { at: 'none' }],
  ['xn--ls8h.eth', { at: 'none' }],
  ['a_b.eth', { at: 'none' }],
  ['ada..eth', { at: 'none' }],
  ['.eth', { at: 'none' }],
  ['ada', { at: 'none' }],
  [`${'a'.repeat(300)}.eth`, { at: 'none' }],
]

describe('T64 names as ENSIP-15 has them', () => {
  test.each(table)('%s', async (typed, expected) => {
    expect(await normalizeName(typed)).toEqual(expected)
  })

  test('the quick way for plain letters says what the whole rule says', async () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_$.'), minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(letters, async text => {
        const typed = `${text}.eth`
        const read = await normalizeName(typed)
        expect(read.at === 'name' ? read.name : undefined).toBe(whole(typed))
      }),
      { numRuns: 1_000 },
    )
  })
})

function whole(typed: string): string | undefined {
  try {
    return normalize(typed)
  } catch {
    return undefined
  }
}
