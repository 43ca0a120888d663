import { expect, test } from 'vitest'
import { pictureUrl } from './pictureUrl.ts'

const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>parent.stolen = 1</script></svg>'

test.each(['image/svg+xml', 'image/bmp', 'text/html', ''])(
  'T68 a %s is no document of the page’s own origin when it is opened by itself',
  async type => {
    const url = await pictureUrl(new Blob([script], { type }))
    expect(url).toMatch(/^data:/)
    expect(atob(url.slice(url.indexOf(',') + 1))).toBe(script)
  },
)

test.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])(
  'a %s is kept as it is',
  async type => {
    const url = await pictureUrl(new Blob(['x'], { type }))
    expect(url).toMatch(/^blob:/)
    URL.revokeObjectURL(url)
  },
)

test('one of a megabyte comes through whole', async () => {
  const bytes = Uint8Array.from({ length: 1_000_000 }, (_, at) => at % 251)
  const url = await pictureUrl(new Blob([bytes], { type: 'image/svg+xml' }))
  const back = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), letter => letter.charCodeAt(0))
  expect(back).toEqual(bytes)
})
