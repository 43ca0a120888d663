import fc from 'fast-check'
import { imageTypes } from 'latchkey/services'
import { describe, expect, it } from 'vitest'
import { parseDataImage } from './parseDataImage.ts'
import { sniffImage } from './sniffImage.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('sniffImage', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n\0', 'image/png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['GIF89a\x01\0', 'image/gif'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'image/avif'],
    ['\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'image/avif'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['\xef\xbb\xbf <?xml version="1.0"?>\n<!DOCTYPE svg>\n<!-- <html> -->\n<svg>', 'image/svg+xml'],
    ['<svg:svg xmlns:svg="http://www.w3.org/2000/svg">', 'image/svg+xml'],
    ['<html><svg></svg></html>', undefined],
    ['<svgx>', undefined],
    ['<!-- never ends', undefined],
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', undefined],
    ['\0\0\0\x18ftypmp42\0\0\0\0mp42isom', undefined],
    ['RIFF\x10\0\0\0WAVEfmt ', undefined],
    ['%PDF-1.7', undefined],
    ['', undefined],
  ])('%j is %s', (text, type) => expect(sniffImage(bytes(text))).toBe(type))

  it('answers one of the types or nothing, whatever it is given', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), value => {
        const type = sniffImage(value)
        expect(type === undefined || imageTypes.includes(type)).toBe(true)
      }),
    )
  })

  it('T107: looks at a bounded beginning of 100 kB of anything', () => {
    for (const text of ['<!--', '<?', '<!', ' ', '<!---->', '<svg'])
      expect(sniffImage(bytes(text.repeat(25_000)))).toBe(undefined)
  })
})

describe('parseDataImage', () => {
  it.each([
    ['data:image/svg+xml;base64,PHN2Zy8+', '<svg/>'],
    ['data:image/svg+xml;utf8,%3Csvg%2F%3E', '<svg/>'],
    ['data:image/svg+xml,<svg width="100%"/>', '<svg width="100%"/>'],
    ['DATA:IMAGE/PNG;BASE64,AAAA', '\0\0\0'],
    ['data:text/html,<script>', undefined],
    ['data:image/png', undefined],
    [`data:image/png${';a=b'.repeat(100)},x`, undefined],
  ])('%s', (uri, text) => {
    const found = parseDataImage(uri)
    expect(found === undefined ? undefined : Buffer.from(found).toString()).toBe(text)
  })
})
