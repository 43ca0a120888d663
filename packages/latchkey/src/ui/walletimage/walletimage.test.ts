import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast } from '../theme/contrast.ts'
import { parseColour } from '../theme/parseColour.ts'
import { hashText } from './hashText.ts'
import { imageSource } from './imageSource.ts'
import { monogram, monogramColours } from './monogram.ts'

describe('imageSource (T21, T68)', () => {
  test.each([
    'https://cdn.example/logo.png',
    'HTTPS://CDN.EXAMPLE/logo.svg?x=1#y',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/svg+xml,<svg onload="alert(1)"/>',
    'data:image/png;base64,AAAA',
    'data:image/webp;base64,AAAA',
    'data:image/gif;base64,AAAA',
    'data:image/jpeg;base64,AAAA',
    'blob:https://host.example/0b1c',
  ])('takes %s', src => {
    expect(imageSource(src)).toBe(src)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xmlx,<svg/>',
    'data:image/x-icon;base64,AAAA',
    'http://cdn.example/logo.png',
    '//cdn.example/logo.png',
    '/logo.png',
    'logo.png',
    'https:logo.png',
    'https:///logo.png',
    'https:\\\\evil',
    'https://user:pass@cdn.example/logo.png',
    'file:///etc/passwd',
    'ftp://cdn.example/a.png',
    'blob:null/0b1c',
    `data:image/png;base64,${'A'.repeat(64 * 1024)}`,
    `https://cdn.example/${'a'.repeat(3000)}`,
    '',
    null,
    undefined,
    {},
    7,
  ])('refuses %s', src => {
    expect(imageSource(src)).toBeNull()
  })

  test('lets through nothing but https, blob and data images, whatever comes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.anything()), src => {
        const taken = imageSource(src)
        expect(taken === null || /^(https:\/\/|blob:https?:\/\/|data:image\/)/i.test(taken)).toBe(true)
      }),
    )
  })
})

describe('monogram', () => {
  test.each([
    ['MetaMask', 'M'],
    ['  rainbow', 'R'],
    ['1inch', '1'],
    ['«Żubr»', 'Ż'],
    ['🦊 Fox', 'F'],
    ['🦊', '?'],
    ['', '?'],
    ['\u202eevil', 'E'],
    ['𝔐ono', '𝔐'],
  ])('of %s is %s', (name, letter) => {
    expect(monogram(name).letter).toBe(letter)
  })

  test('is the same each time, and white can be read on every colour of it', () => {
    expect(monogram('Rainbow')).toEqual(monogram('Rainbow'))
    for (const colour of monogramColours) {
      expect(contrast(parseColour(colour) ?? [0, 0, 0, 1], [255, 255, 255, 1])).toBeGreaterThanOrEqual(4.5)
    }
  })
})

test('hashText is FNV-1a', () => {
  expect(hashText('')).toBe(0x811c9dc5)
  expect(hashText('a')).toBe(0xe40c292c)
  expect(hashText('foobar')).toBe(0xbf9cf968)
})
