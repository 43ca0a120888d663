import { describe, expect, it } from 'vitest'
import type { FetchPublic, PublicAnswer } from '../images/fetchPublic.ts'
import { readNftUri } from './readNftUri.ts'

const nobody: FetchPublic = async url => {
  throw new Error(`asked for ${url}`)
}
const answering =
  (body: unknown, status = 200, urls: string[] = []): FetchPublic =>
  async url => {
    urls.push(url)
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
    return { url, status, headers: {}, body: bytes } satisfies PublicAnswer
  }
const base64 = (value: unknown) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(value)).toString('base64')}`

describe('readNftUri', () => {
  it('reads metadata that stands in the address, encoded in any of the usual ways', async () => {
    const metadata = { name: 'Key #1', description: 'One.', image: 'data:image/svg+xml;base64,PHN2Zy8+' }
    const plain = JSON.stringify(metadata)
    for (const uri of [
      base64(metadata),
      base64(metadata).replace('json;', 'json;charset=utf-8;'),
      `data:application/json,${encodeURIComponent(plain)}`,
      `data:application/json;utf8,${plain}`,
    ])
      expect(await readNftUri(uri, nobody), uri).toEqual(metadata)
  })

  it.each([
    ['https://a.example/1', 'https://a.example/1'],
    [
      'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/1',
      'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/1',
    ],
    ['ar://abc/1', 'https://arweave.net/abc/1'],
  ])('T95: asks for %s by way of the fetcher that reaches the public alone', async (uri, url) => {
    const urls: string[] = []
    expect(await readNftUri(uri, answering({ name: 'One' }, 200, urls))).toMatchObject({ name: 'One' })
    expect(urls).toEqual([url])
  })

  it.each([
    '',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,<b>',
    'QmBare',
    `https://a.example/${'x'.repeat(3_000)}`,
  ])('makes no request for %s', async uri => {
    expect(await readNftUri(uri, nobody)).toBeNull()
  })

  it.each([
    ['no object', []],
    ['no JSON', '<html>'],
    ['poison', '{"__proto__":{"name":"x"}}'],
  ])('T106: treats %s as no metadata', async (_name, body) => {
    expect(await readNftUri('https://a.example', answering(body))).toBeNull()
  })

  it('T67: cleans and cuts text, and leaves out other values', async () => {
    const read = (metadata: unknown) => readNftUri('https://a.example', answering(metadata))
    expect(await read({ name: `a\u202eb${'c'.repeat(100)}`, description: 7 })).toEqual({
      name: `ab${'c'.repeat(62)}`,
      description: null,
      image: null,
    })
    expect((await read({ description: 'd'.repeat(5_000) }))?.description).toHaveLength(1_000)
    expect((await read({ description: 'One.\r\n\n \u202e Two,\tthree.\n' }))?.description).toBe(
      'One.\nTwo, three.',
    )
    expect((await read({ description: 'd\n'.repeat(5_000) }))?.description).toHaveLength(79)
    expect((await read({ description: ' \n\u202e' }))?.description).toBeNull()
  })

  it.each([
    ['https://a.example/1.png', 'https://a.example/1.png'],
    ['ipfs://Qm/1.png', 'ipfs://Qm/1.png'],
    ['ar://abc', 'https://arweave.net/abc'],
    ['javascript:alert(1)', null],
    ['data:text/html,<script>', null],
    ['https://a.example/\n1', null],
    [`data:image/png;base64,${'A'.repeat(9_000)}`, null],
    [{ url: 'https://a.example' }, null],
  ])('T68: the image %j is %j', async (image, expected) => {
    const found = await readNftUri('https://a.example', answering({ image }))
    expect(found?.image).toBe(expected)
  })

  it.each([
    [
      'data:image/svg+xml;utf8,<svg width="100%"><path fill="#f00"/></svg>',
      '<svg width="100%"><path fill="#f00"/></svg>',
    ],
    ['data:image/svg+xml,%3Csvg%20width="9"/%3E\n', null],
    ['data:image/svg+xml;utf8,<svg\n/>', '<svg\n/>'],
    ['data:image/svg+xml;utf8,<script src="a" />', undefined],
    [`data:image/svg+xml;utf8,<svg a="${' '.repeat(8_000)}"/>`, undefined],
  ])(
    'T68: a drawing that stands in its address as it is written is one that any reader takes: %j',
    async (image, drawn) => {
      const found = await readNftUri('https://a.example', answering({ image }))
      const encoded = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
      expect(found?.image).toBe(drawn === undefined ? null : drawn === null ? image.trim() : encoded(drawn))
    },
  )

  it('takes image_url and a drawing in the metadata for want of an image', async () => {
    const read = async (metadata: unknown) =>
      (await readNftUri('https://a.example', answering(metadata)))?.image
    expect(await read({ image_url: 'https://a.example/2.png' })).toBe('https://a.example/2.png')
    expect(await read({ image_data: '<svg/>' })).toBe('data:image/svg+xml;base64,PHN2Zy8+')
    expect(await read({ image_data: '<b>' })).toBeNull()
  })

  it('distinguishes a failing host from missing metadata', async () => {
    expect(await readNftUri('https://a.example', answering('gone', 404))).toBeNull()
    await expect(readNftUri('https://a.example', answering('', 503))).rejects.toThrow('HTTP 503')
    await expect(readNftUri('https://a.example', answering('', 429))).rejects.toThrow('HTTP 429')
  })
})
