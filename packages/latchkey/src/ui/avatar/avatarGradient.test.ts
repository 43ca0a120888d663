import fc from 'fast-check'
import { expect, test } from 'vitest'
import { avatarGradient } from './avatarGradient.ts'

test('avatarGradient is the same for one address in any case, and only ever a gradient', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  expect(avatarGradient(address)).toBe(avatarGradient(address.toLowerCase()))
  expect(avatarGradient(address)).not.toBe(avatarGradient(`${address.slice(0, -1)}8`))
  fc.assert(
    fc.property(fc.string(), text => {
      expect(avatarGradient(text)).toMatch(
        /^linear-gradient\(135deg,hsl\(-?\d+ 62% 74%\),hsl\(-?\d+ 42% 48%\)\)$/,
      )
    }),
  )
})
