import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  frameHeights,
  frameSizeOf,
  type GalleryOption,
  galleryOptions,
  lookOf,
  readGallery,
  writeGallery,
} from './galleryValues.ts'

const anyValues = fc.record(
  Object.fromEntries(
    galleryOptions.map(({ key, values }: GalleryOption) => [
      key,
      values ? fc.constantFrom(...Object.keys(values)) : fc.string({ maxLength: 40 }),
    ]),
  ),
)

test('an empty query gives every default', () => {
  const values = readGallery('')
  for (const { key, fallback } of galleryOptions) expect(values[key]).toBe(fallback)
  expect(writeGallery(values)).toBe('?')
})

test('a value that an option does not know falls back', () => {
  expect(readGallery('?theme=purple&accent=red&width=5&text=__proto__&dir=constructor')).toEqual(
    readGallery(''),
  )
  expect(readGallery('?accent=%2300ff7F').accent).toBe('#00ff7F')
})

test('a link names its state as the state is called', () => {
  expect(writeGallery({ state: 'Connect/none', theme: 'dark', width: '430' })).toBe(
    '?state=Connect/none&theme=dark',
  )
})

test('reads a written query back', () => {
  fc.assert(
    fc.property(anyValues, values => {
      expect(readGallery(writeGallery(values))).toEqual(values)
      expect(readGallery(writeGallery(lookOf(values as never)))).toEqual({
        ...readGallery(''),
        ...lookOf(values as never),
      })
    }),
  )
})

test('any query string is survived, and gives a window', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (search, width) => {
      const { height } = frameSizeOf(readGallery(`?width=${encodeURIComponent(width)}&${search}`))
      expect(Object.values(frameHeights)).toContain(height)
    }),
  )
})
