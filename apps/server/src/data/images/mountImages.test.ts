import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatRouteUrl, getImage, routeErrorSchema } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const hostileSvg =
  '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>fetch("//evil.example")</script></svg>'

/** The world outside: what it was asked for, and what it says. */
const asked: string[] = []
let canaryReached = 0
const files: Readonly<Record<string, { body: string | Buffer; type?: string; status?: number }>> = {
  '/a.png': { body: png, type: 'text/html' },
  '/page.html': { body: '<html><script>alert(1)</script></html>', type: 'image/png' },
  '/evil.svg': { body: hostileSvg, type: 'image/svg+xml' },
  '/gone.png': { body: png, status: 404 },
  '/large.png': { body: Buffer.concat([png, Buffer.alloc(3_000)]) },
  '/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.png': { body: png },
}
const canary = createServer((_request, response) => {
  canaryReached++
  response.end(png)
})
const world = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push(path)
  if (path === '/inward') {
    response.writeHead(302, { location: `http://127.0.0.1:${(canary.address() as AddressInfo).port}/` }).end()
    return
  }
  const file = files[path]
  response.writeHead(file?.status ?? (file ? 200 : 404), { 'content-type': file?.type ?? 'image/png' })
  response.end(file?.body)
})

let app: TestApp
let origin: string
beforeAll(async () => {
  for (const server of [world, canary])
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = world.address() as AddressInfo
  origin = `http://localhost:${port}`
  app = await openApp({
    LATCHKEY_DEV: '1',
    FETCH_LOOPBACK_HOSTS: `localhost:${port}`,
    IPFS_GATEWAY: `http://127.0.0.1:${port}/`,
    IMAGE_LIMIT_BYTES: '2000',
  })
})
afterAll(async () => {
  await app.close()
  for (const server of [world, canary]) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

const imageUrl = (url: string) => formatRouteUrl('', getImage, { query: { projectId: 'latchkey-dev', url } })
const ask = (url: string, init?: RequestInit) => app.request(imageUrl(url), init)

describe('GET /v1/image', () => {
  it('returns the bytes with their type, fetched once for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(`${origin}/a.png`)))
    for (const response of answers) {
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/png')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(Buffer.from(await response.arrayBuffer())).toEqual(png)
    }
    expect(asked.filter(path => path === '/a.png')).toHaveLength(1)
    const etag = answers[0]?.headers.get('etag') ?? ''
    const again = await ask(`${origin}/a.png`, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('T68: an SVG opened by itself can neither run nor load anything, and is saved', async () => {
    for (const url of [
      `${origin}/evil.svg`,
      `data:image/svg+xml;base64,${Buffer.from(hostileSvg).toString('base64')}`,
      `data:image/svg+xml;utf8,${hostileSvg}`,
    ]) {
      const { headers, status } = await ask(url)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      )
      expect(headers.get('content-disposition')).toBe('attachment; filename="image.svg"')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('finds ipfs:// at the gateway, and nothing else there', async () => {
    const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
    for (const url of [`ipfs://${cid}/1.png`, `ipfs://ipfs/${cid}/1.png`])
      expect((await ask(url)).status).toBe(200)
    asked.length = 0
    for (const url of [
      `ipfs://${cid}/../../a.png`,
      `ipfs://${cid}/%2e%2e/%2e%2e/a.png`,
      `ipfs://${cid}/%2e%2e/%2e%2e/a/ipfs/1.png`,
      `ipfs://${cid}/..\\..\\a/ipfs/1.png`,
      'ipfs://../a.png',
      'ipfs://short',
      // The gateway stands on this machine: only ipfs:// leads there.
      `http://127.0.0.1:${(world.address() as AddressInfo).port}/a.png`,
    ])
      expect((await ask(url)).status).toBe(404)
    expect(asked).toEqual([])
  })

  it.each([
    ['a page that claims to be an image', () => `${origin}/page.html`],
    ['what is not there', () => `${origin}/gone.png`],
    ['more than the limit', () => `${origin}/large.png`],
    ['nobody', () => 'http://nobody.invalid/'],
    ['text in a data: URI', () => 'data:text/html,<script>alert(1)</script>'],
    ['a page in a data:image', () => 'data:image/png,<script>alert(1)</script>'],
    ['a script', () => 'javascript:alert(1)'],
    ['a file', () => 'file:///etc/passwd'],
  ])('is 404 for %s, without a reason, and remembers it', async (_name, url) => {
    asked.length = 0
    for (let i = 0; i < 2; i++) {
      const response = await ask(url())
      expect(response.status).toBe(404)
      expect(v.parse(routeErrorSchema, await response.json())).toMatchObject({
        code: 'NOT_FOUND',
        reasons: [],
      })
    }
    expect(asked.length).toBeLessThanOrEqual(1)
  })

  it('T95: no address and no redirect leads inward', async () => {
    const { port } = canary.address() as AddressInfo
    for (const url of [
      `${origin}/inward`,
      `http://127.0.0.1:${port}/`,
      `http://127.1:${port}/`,
      `http://2130706433:${port}/`,
      `http://[::ffff:7f00:1]:${port}/`,
      'http://169.254.169.254/latest/meta-data/',
    ])
      expect((await ask(url)).status).toBe(404)
    expect(canaryReached).toBe(0)
  })

  it('T69: an <img> needs no Origin, a foreign page is refused', async () => {
    await app.addProject('shop', ['https://shop.example'])
    const query = { projectId: 'shop', url: `${origin}/a.png` }
    const path = formatRouteUrl('', getImage, { query })
    expect((await app.request(path)).status).toBe(200)
    expect((await app.request(path, { headers: { origin: 'https://shop.example' } })).status).toBe(200)
    expect((await app.request(path, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect((await app.request(path.replace('shop', 'nobody'))).status).toBe(401)
  })
})
