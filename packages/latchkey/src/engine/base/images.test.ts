import { describe, expect, it } from 'vitest'
import type { Endpoints } from '../../contract/options.ts'
import { type Reply, startLoopback } from '../fixtures/startLoopback.ts'
import type { Directory } from '../nouns/directory/directory.ts'
import { createApi } from './api.ts'
import { systemClock } from './clock.ts'
import { resolveConfig } from './config.ts'
import { createImages } from './images.ts'

const png = { headers: { 'content-type': 'image/png' }, body: Buffer.from('png') }
const pngUrl = 'data:image/png;base64,cG5n'

function setUp(endpoints: Endpoints, directory: Partial<Directory> = {}) {
  const config = resolveConfig({ projectId: 'p', endpoints })
  const { signal } = new AbortController()
  return createImages({
    config,
    signal,
    api: async () => createApi({ config, clock: systemClock, signal }),
    directory: async () => directory as Directory,
  })
}

describe('a picture', () => {
  it('is fetched once from the source of its kind, and cached', async () => {
    await using server = await startLoopback(() => png)
    const images = setUp({ images: `${server.url}/i`, directory: `${server.url}/d` })
    const wanted = [
      ['networks', 'eip155:1'],
      ['connectors', 'injected'],
      ['tokens', 'USDC'],
      ['currencies', 'EUR'],
    ] as const
    for (const [kind, id] of wanted) {
      expect(images.known(kind, id)).toBeUndefined()
      expect(await Promise.all([images.image(kind, id), images.image(kind, id)])).toEqual([pngUrl, pngUrl])
      expect(images.known(kind, id)).toBe(pngUrl)
    }
    expect(server.heard.map(({ url }) => url.split('?')[0])).toEqual([
      '/i/public/getAssetImage/eip155%3A1',
      '/i/public/getAssetImage/injected',
      '/i/public/getTokenImage/USDC',
      '/i/public/getCurrencyImage/EUR',
    ])
  })

  it('comes from the directory where no other place is named, and from nowhere without', async () => {
    await using server = await startLoopback(() => png)
    expect(await setUp({ directory: server.url }).image('tokens', 'USDC')).toBe(pngUrl)
    expect(await setUp({ api: server.url }).image('tokens', 'USDC')).toBeUndefined()
    expect(server.heard).toHaveLength(1)
  })

  it('of a wallet is the one that its directory signed', async () => {
    const images = setUp({}, { image: async id => (id === 'a' ? pngUrl : undefined) })
    expect([await images.image('wallets', 'a'), await images.image('wallets', 'b')]).toEqual([
      pngUrl,
      undefined,
    ])
    expect([images.known('wallets', 'a'), images.known('networks', 'a')]).toEqual([pngUrl, undefined])
  })

  it.each<[string, Reply]>([
    ['is none', { status: 404, body: {} }],
    ['is too large for a letter’s place', { ...png, body: Buffer.alloc(48_001) }],
  ])('that %s is not asked for again', async (_name, reply) => {
    await using server = await startLoopback(() => reply)
    const images = setUp({ images: server.url })
    expect(await images.image('tokens', 'X')).toBeUndefined()
    expect(await images.image('tokens', 'X')).toBeUndefined()
    expect(server.heard).toHaveLength(1)
  })

  it.each<[string, Reply]>([
    ['the service is down', { status: 503 }],
    ['no server answers', 'cut'],
    ['a page comes instead', { headers: { 'content-type': 'text/html' }, body: '<p>' }],
  ])('F25 is asked for again by the next one who looks when %s', async (_name, reply) => {
    await using server = await startLoopback((_, at) => (at === 0 ? reply : png))
    const images = setUp({ images: server.url })
    expect(await images.image('tokens', 'X')).toBeUndefined()
    expect(await images.image('tokens', 'X')).toBe(pngUrl)
  })

  it('with an id of another kind is never requested', async () => {
    await using server = await startLoopback(() => png)
    const images = setUp({ images: server.url })
    for (const id of ['..', '../../admin', '', 'x'.repeat(100)]) {
      expect(await images.image('currencies', id)).toBeUndefined()
    }
    expect(server.heard).toEqual([])
  })
})

it('keeps 400 of them; the oldest give way and are asked for again', async () => {
  const asked: string[] = []
  const images = setUp(
    {},
    {
      image: async id => {
        asked.push(id)
        return `data:image/png;base64,${id}`
      },
    },
  )
  for (let at = 0; at <= 400; at++) await images.image('wallets', `w${at}`)
  expect([images.known('wallets', 'w0'), images.known('wallets', 'w400')]).toEqual([
    undefined,
    'data:image/png;base64,w400',
  ])
  await images.image('wallets', 'w0')
  await images.image('wallets', 'w399')
  expect(asked.filter(id => id === 'w0' || id === 'w399')).toEqual(['w0', 'w399', 'w0'])
})
