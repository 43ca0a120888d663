import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getWallets } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { drawMonogram } from './drawMonogram.ts'
import logos from './registry/logos.json' with { type: 'json' }

let app: TestApp
beforeAll(async () => {
  app = await openApp({ LATCHKEY_DEV: '1', RATE_LIMIT_BURST: '10000' })
})
afterAll(() => app.close())

/** The ids under which the networks of the contract say their pictures are. */
function imageIds(): readonly string[] {
  return ['evm', 'solana'].flatMap(file => {
    const url = new URL(`../../../../../packages/latchkey/src/contract/networks/${file}.ts`, import.meta.url)
    return [...readFileSync(url, 'utf8').matchAll(/imageId: '([^']+)'/g)].map(([, id]) => id ?? '')
  })
}

describe('pictures', () => {
  it('each network of the contract has one', async () => {
    const ids = imageIds()
    expect(ids.length).toBeGreaterThanOrEqual(27)
    for (const id of ids) {
      const response = await app.request(`/public/getAssetImage/${encodeURIComponent(id)}`)
      expect(response.status, id).toBe(200)
      expect(await response.text()).toMatch(/^<svg /)
    }
  })

  it('each wallet has one, by its own id for a day and by its digest for good', async () => {
    const answer = await app.request('/getWallets?projectId=latchkey-dev&entries=100')
    const { data } = v.parse(getWallets.response, await answer.json())
    for (const { id, image_id = '' } of data) {
      const named = await app.request(`/getWalletImage/${id}`)
      const digested = await app.request(`/getWalletImage/${image_id}`)
      const bytes = Buffer.from(await digested.arrayBuffer())
      expect(createHash('sha256').update(bytes).digest('base64url'), id).toBe(image_id)
      expect(Buffer.from(await named.arrayBuffer()).equals(bytes)).toBe(true)
      expect(digested.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(named.headers.get('cache-control')).toContain('max-age=86400')
    }
  })

  it.each([
    '/public/getCurrencyImage/USD',
    '/public/getCurrencyImage/eur',
    '/public/getTokenImage/USDC',
    '/public/getTokenImage/weth',
  ])('%s', async path => {
    const response = await app.request(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
  })

  it('T68: opened as a page it runs nothing, and no browser takes it for anything else', async () => {
    const { headers } = await app.request('/getWalletImage/metamask')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('an <img> of any page loads it, with the project’s query or without', async () => {
    const query = '?projectId=shop&st=latchkey&sv=1&clientId=x'
    for (const path of [`/getWalletImage/metamask${query}`, '/getWalletImage/metamask']) {
      const { status, headers } = await app.request(path, { headers: { origin: 'https://any.example' } })
      expect(status).toBe(200)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    }
    expect((await app.request('/getWalletImage/metamask?size=1')).status).toBe(400)
  })

  it.each([
    ['/getWalletImage/nobody', 404],
    ['/getWalletImage/constructor', 404],
    ['/getWalletImage/..%2F..%2Fpackage.json', 400],
    ['/public/getAssetImage/eip155:999999', 404],
    ['/public/getCurrencyImage/dollars', 400],
    ['/public/getTokenImage/__proto__', 404],
  ])('%s is %i', async (path, status) => {
    const response = await app.request(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  it('a client that asks too often waits; others do not', async () => {
    const slow = await openApp({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '100' })
    try {
      const ask = (from: string) => slow.request('/getWalletImage/metamask', {}, from)
      for (let at = 0; at < 100; at++) expect((await ask('203.0.113.1')).status).toBe(200)
      const refused = await ask('203.0.113.1')
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await ask('203.0.113.2')).status).toBe(200)
    } finally {
      await slow.close()
    }
  })
})

test('each logo has a recorded source under a licence we may pass on, and is only a drawing', () => {
  expect(logos.source).toMatchObject({ package: '@web3icons/core', licence: 'MIT', author: '0xa3k5' })
  expect(logos.source.text).toContain('Copyright (c) 0xa3k5\n\nPermission is hereby granted')
  expect(logos.source.version).toMatch(/^\d+\.\d+\.\d+$/)
  const used = new Set(Object.values(logos.chosen).flatMap(ids => Object.values<string>(ids)))
  expect([...used].sort()).toEqual(Object.keys(logos.files).sort())
  for (const [path, svg] of Object.entries(logos.files)) {
    expect(svg, path).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/)
    expect(svg, path).not.toMatch(
      /<(?:script|style|foreignObject|image|a|use|iframe)\b|\son\w+=|style=|href=|url\((?!#)/i,
    )
    expect(svg.length, path).toBeLessThan(40_000)
  }
})

test.each([
  ['MetaMask', '#f6851b', 'M', '#111111'],
  ['1inch', '#000000', '1', '#ffffff'],
  ['“élan”', '#777777', 'É', '#111111'],
  ['<&"', '#ffffff', '?', '#111111'],
])('a monogram: %s on %s is %s in %s', (name, colour, letter, ink) => {
  const svg = drawMonogram(name, colour)
  expect(svg).toContain(`fill="${colour}"`)
  expect(svg).toContain(`fill="${ink}"`)
  expect(svg).toContain(`>${letter}</text>`)
})
