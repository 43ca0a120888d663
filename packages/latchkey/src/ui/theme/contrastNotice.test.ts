import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { contrastNotice } from './contrastNotice.ts'
import { formatColour } from './formatColour.ts'
import { type Colour, parseColour } from './parseColour.ts'
import type { ThemeVariables } from './themeCss.ts'

const noticeOf = (variables: ThemeVariables, mode?: 'light' | 'dark') =>
  contrastNotice(variables, variables, mode)

test('says what failed, how far, and what is used instead', () => {
  expect(noticeOf({ accent: '#ffe14d', text: '#14161a', card: '#ffffff' }, 'light')).toBe(
    '[latchkey] themeVariables has colors below the contrast of WCAG AA (4.5:1):\n' +
      '- accent #ffe14d reaches 1.19:1 in light mode; links, marks and focus rings use #7f7026 instead.',
  )
})

test.each([
  ['nothing given', {}, undefined],
  ['a readable accent', { accent: '#0f7b5f' }, 'light'],
  ['one readable in each mode', { accent: 'light-dark(#0f7b5f, #3ed6a8)' }, undefined],
  ['one that fails in a mode that is not shown', { accent: '#0f7b5f' }, 'light'],
  ['what is no color', { accent: 'red' }, undefined],
  ['lines, which nothing is read on', { line: '#fefefe' }, undefined],
] as const)('is silent about %s', (_, variables, mode) => {
  expect(noticeOf(variables, mode)).toBeUndefined()
})

test('is silent about what the host did not write itself', () => {
  expect(contrastNotice({ accent: '#ffe14d', text: '#ffffff' }, { text: '#ffffff' }, 'light')).toMatch(
    /^[^\n]+\n- text #ffffff [^\n]+$/,
  )
})

test('names texts and a surface that no text can stand on', () => {
  const notice = noticeOf({ card: '#ffffff', raised: '#000000', textMuted: '#cccccc' }, 'light')
  expect(notice).toContain('- raised #000000 reaches')
  expect(notice).toContain('- textMuted #cccccc reaches')
})

test('measures what it says: the ratio fails, and what is used instead passes', () => {
  const anyColour = fc
    .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
    .map(([red, green, blue]): Colour => [red, green, blue, 1])
  fc.assert(
    fc.property(anyColour, fc.constantFrom('light', 'dark'), (accent, mode) => {
      const surfaces = (mode === 'light' ? ['#ffffff', '#f6f6f4'] : ['#16181d', '#1f2228', '#2a2d33']).map(
        each => parseColour(each) as Colour,
      )
      const worst = (colour: Colour) => Math.min(...surfaces.map(surface => contrast(colour, surface)))
      const notice = noticeOf({ accent: formatColour(accent) }, mode)
      expect(notice === undefined).toBe(worst(accent) >= 4.5)
      if (notice === undefined) return
      const [, ratio, used] = / ([\d.]+):1 in .* (#[\da-f]{6}) instead\.$/.exec(notice) ?? []
      expect(Number(ratio)).toBeCloseTo(worst(accent), 1)
      expect(Number(ratio)).toBeLessThan(4.5)
      expect(worst(parseColour(used) as Colour)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 500 },
  )
})
