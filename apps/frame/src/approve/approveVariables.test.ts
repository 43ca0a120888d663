import fc from 'fast-check'
import { themeCss } from 'latchkey/ui'
import { expect, test } from 'vitest'
import { approveVariables } from './approveVariables.ts'

const own = themeCss().css
/** The value of a token in a theme's CSS. */
const token = (css: string, name: string) => new RegExp(`--lk-${name}:\\s*([^;}]+)`).exec(css)?.[1]?.trim()

test('S11: an approval keeps the wallet’s own font, whatever the host sets', () => {
  const { css } = themeCss(approveVariables({ fontFamily: 'Wingdings', accent: '#ff0000' }))
  expect(token(themeCss({ fontFamily: 'Wingdings' }).css, 'font-family')).toBe('Wingdings')
  expect(token(css, 'font-family')).toBe(token(own, 'font-family'))
  expect(css).not.toBe(own)
})

test('S11: its text is never smaller than the wallet’s own, and never larger than a phone takes', () => {
  const size = fc.oneof(
    fc.double({ noNaN: false }),
    fc.double({ min: 0, max: 99, noNaN: true }).map(pixels => `${pixels.toFixed(1)}px`),
    fc.string(),
  )
  fc.assert(
    fc.property(size, fontSizeMaster => {
      const text = token(themeCss(approveVariables({ fontSizeMaster })).css, 'font-size-master')
      const pixels = Number(/^([\d.]+)px$/.exec(text ?? '')?.[1])
      expect(pixels).toBeGreaterThanOrEqual(10)
      expect(pixels).toBeLessThanOrEqual(16)
    }),
  )
  const sizes = ['6px', '12px', '24px'].map(each =>
    token(themeCss(approveVariables({ fontSizeMaster: each })).css, 'font-size-master'),
  )
  expect(sizes).toEqual(['10px', '12px', '16px'])
})
