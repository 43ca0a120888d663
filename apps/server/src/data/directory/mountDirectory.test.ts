import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import {
  developmentDirectoryKey,
  getRegistryHead,
  getWallets,
  type RegistryHead,
  registryHeadText,
} from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { publicKeyOf } from './createHeads.ts'

const dev = 'projectId=latchkey-dev'
let app: TestApp
beforeAll(async () => {
  app = await openApp({ LATCHKEY_DEV: '1', RATE_LIMIT_BURST: '100000' })
  await app.addProject('shop', ['https://shop.example'])
})
afterAll(() => app.close())

const wallets = async (query: string) => {
  const response = await app.request(`/getWallets?${dev}${query}`)
  return v.parse(getWallets.response, await response.json())
}

describe('GET /getWallets', () => {
  it('answers as the contract says, forty at a time', async () => {
    const { data, count } = await wallets('')
    expect(data).toHaveLength(40)
    expect(data[0]).toMatchObject({ id: 'metamask', name: 'MetaMask', rdns: 'io.metamask' })
    expect(count).toBeGreaterThanOrEqual(60)
    expect((await wallets('&page=2')).data).toHaveLength(count - 40)
    expect(await wallets('&page=99999')).toEqual({ data: [], count })
    expect((await wallets('&entries=100')).data).toHaveLength(count)
  })

  it('chains are whole ids', async () => {
    const { data } = await wallets('&chains=eip155:2020&entries=100')
    expect(data.map(({ id }) => id)).toEqual(['ronin'])
    expect((await wallets('&chains=eip155:202')).data).toEqual([])
    const one = new Set((await wallets('&chains=eip155:1&entries=100')).data.map(({ id }) => id))
    const ten = (await wallets('&chains=eip155:10&entries=100')).data.map(({ id }) => id)
    expect(one.has('ronin')).toBe(true)
    expect(ten).not.toContain('ronin')
  })

  it.each([
    '&page=0',
    '&page=01',
    '&page=1.5',
    '&page=100000',
    '&page=-1',
    '&entries=0',
    '&entries=101',
    `&search=${'x'.repeat(101)}`,
    '&chains=ethereum',
    '&chains=eip155:',
    '&badge_type=gold',
    `&include=${'a,b,'.repeat(2_001)}`,
    `&include=${Array.from({ length: 101 }, (_, at) => at).join(',')}`,
    `&names=${'x'.repeat(129)}`,
    '&sort=name',
    '&page=1&page=2',
  ])('refuses %s', async query => {
    const response = await app.request(`/getWallets?${dev}${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'REQUEST_INVALID' })
  })

  it('T107: hostile words are only words', async () => {
    for (const word of [
      '%00',
      '%27%20OR%201%3D1',
      '..%2F..',
      '__proto__',
      'constructor',
      '%F0%9F%92%A9',
      '(a%2B)%2B%24',
    ])
      for (const name of ['search', 'include', 'names', 'rdns'])
        expect((await wallets(`&${name}=${word}`)).data, `${name} ${word}`).toEqual([])
  })

  it('is for pages of the project', async () => {
    expect((await app.request('/getWallets')).status).toBe(400)
    expect((await app.request('/getWallets?projectId=nobody')).status).toBe(401)
    const ask = (origin: string) => app.request('/getWallets?projectId=shop', { headers: { origin } })
    expect((await ask('https://evil.example')).status).toBe(403)
    const own = await ask('https://shop.example')
    expect(own.status).toBe(200)
    expect(own.headers.get('access-control-allow-origin')).toBe('https://shop.example')
    expect(own.headers.get('vary')).toBe('Origin, Accept-Encoding')
  })
})

describe('the sent body', () => {
  const paths = [`/getWallets?${dev}`, `/getRegistryHead?${dev}`, '/getWalletImage/metamask']

  it.each(paths)('%s: one tag for all encodings, and 304 for a matching tag', async path => {
    const plain = await app.request(path)
    const tag = plain.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/)
    const text = await plain.text()
    for (const [encoding, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await app.request(path, { headers: { 'accept-encoding': `x, ${encoding};q=0.5` } })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')).toContain('Accept-Encoding')
      expect(response.headers.get('etag')).toBe(tag)
      expect(open(Buffer.from(await response.arrayBuffer())).toString()).toBe(text)
    }
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const response = await app.request(path, { headers: { 'if-none-match': known } })
      expect(response.status).toBe(304)
      expect(await response.text()).toBe('')
      expect(response.headers.get('etag')).toBe(tag)
    }
    const others = await app.request(path, {
      headers: { 'if-none-match': 'W/"other"', 'accept-encoding': 'br;q=0, gzip;q=0.000' },
    })
    expect(others.status).toBe(200)
    expect(others.headers.get('content-encoding')).toBeNull()
  })

  it('each use of a list refreshes it, so that it and its head stay together', async () => {
    for (const path of paths.slice(0, 2))
      expect((await app.request(path)).headers.get('cache-control')).toBe('public, no-cache')
  })
})

describe('GET /getRegistryHead', () => {
  const head = async (projectId: string): Promise<RegistryHead> => {
    const response = await app.request(`/getRegistryHead?projectId=${projectId}`)
    return v.parse(getRegistryHead.response, await response.json())
  }

  it('the development key signs for latchkey-dev alone', async () => {
    const [own, foreign] = [await head('latchkey-dev'), await head('shop')]
    expect(own.key).toBe(developmentDirectoryKey)
    expect(foreign.key).not.toBe(developmentDirectoryKey)
    for (const { key, signature, ...rest } of [own, foreign]) {
      const spki = Buffer.concat([
        Buffer.from('302a300506032b6570032100', 'hex'),
        Buffer.from(key, 'base64url'),
      ])
      const opened = createPublicKey({ key: spki, format: 'der', type: 'spki' })
      const text = Buffer.from(registryHeadText({ ...rest, key }))
      expect(verify(null, text, opened, Buffer.from(signature, 'base64url'))).toBe(true)
    }
    expect(foreign.digests).toEqual(own.digests)
  })

  it('vouches for every wallet', async () => {
    const { data } = await wallets('&entries=100')
    expect(Object.keys((await head('shop')).digests)).toEqual(data.map(({ id }) => id))
  })
})

test('warns each day of a certificate that ends soon, while the server runs', async () => {
  const { privateKey: key } = generateKeyPairSync('ed25519')
  const day = 86_400_000
  const time = { now: 20_000 * day }
  const certificate = {
    key: publicKeyOf(key),
    issuer: 'I'.repeat(43),
    signature: 's'.repeat(86),
    expires: time.now + 15 * day,
  }
  const served = await openApp({}, { directoryKeys: { key, certificate }, now: () => time.now })
  try {
    await served.addProject('shop')
    const said = async () => {
      await served.request('/getRegistryHead?projectId=shop')
      await served.request('/getRegistryHead?projectId=shop')
      return served.lines.filter(line => line.includes('ends soon')).length
    }
    expect(await said()).toBe(0)
    time.now += 2 * day
    expect(await said()).toBe(1)
    time.now += day
    expect(await said()).toBe(2)
  } finally {
    await served.close()
  }
})

test('without LATCHKEY_DEV the development project has no head', async () => {
  const other = await openApp()
  try {
    expect((await other.request(`/getRegistryHead?${dev}`)).status).toBe(401)
  } finally {
    await other.close()
  }
})
