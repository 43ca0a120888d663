import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, onTestFinished, test } from 'vitest'
import { anyCharacter } from '../../../../../testing/src/fixtures/anyCharacter.ts'
import { type Nft, nftSchema } from '../../../contract/nfts.ts'
import { createApi } from '../../base/api.ts'
import { createMachine } from '../../base/machine.ts'
import { proxiedImage } from '../../base/proxiedImage.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { type Heard, type Reply, startLoopback } from '../../fixtures/startLoopback.ts'
import { restoredConnections } from '../connections/connectionsState.ts'
import { connectionsTransition } from '../connections/connectionsTransition.ts'
import { createNfts } from './createNfts.ts'
import { joinNfts, mostNfts, type NftPage } from './joinNfts.ts'
import type { NftsState } from './nfts.ts'
import { toCollectible } from './toCollectible.ts'

const services = 'https://services.example'
const config = { projectId: 'p1', endpoints: { api: services } }

function nft(at: number, more: Partial<Nft> = {}): Nft {
  return {
    id: `eip155:1/erc721:0xC/${at}`,
    chainId: 'eip155:1',
    standard: 'ERC721',
    collection: { address: '0xC', name: 'Keys', symbol: 'KEY' },
    tokenId: String(at),
    amount: '1',
    name: `Key #${at}`,
    description: null,
    image: null,
    flags: { is_spam: false },
    ...more,
  }
}

describe('T69 a picture comes by way of the services', () => {
  const base = 'https://services.example/v1/image?url='
  const more = '&projectId=p1&st=latchkey&sv=0.0.0'
  test.each([
    [
      'as the services gave it',
      '/v1/image?url=ipfs%3A%2F%2Fbafy%2F1.png',
      `${base}ipfs%3A%2F%2Fbafy%2F1.png${more}`,
    ],
    [
      'nothing beside the picture is taken over',
      '/v1/image?url=https%3A%2F%2Fa.example&projectId=other&x=1',
      `${base}https%3A%2F%2Fa.example${more}`,
    ],
    ['another host', '//evil.example/v1/image?url=x', undefined],
    ['another host, written out', 'https://evil.example/v1/image?url=x', undefined],
    ['another path', '/v1/image/../../x?url=x', undefined],
    ['no picture named', '/v1/image?url=', undefined],
    ['longer than the services take', `/v1/image?url=${'x'.repeat(9_000)}`, undefined],
    [
      'one that is all in its address',
      `/v1/image?url=${encodeURIComponent('data:image/svg+xml,<svg/>')}`,
      'data:image/svg+xml,<svg/>',
    ],
    [
      'a page that calls itself an address',
      `/v1/image?url=${encodeURIComponent('data:text/html,<script>alert(1)</script>')}`,
      `${base}${new URLSearchParams({ a: 'data:text/html,<script>alert(1)</script>' }).toString().slice(2)}${more}`,
    ],
    ['none', null, undefined],
  ])('%s', (_, path, expected) => {
    expect(proxiedImage(config, path)).toBe(expected)
  })

  test('not without services, and from those of pictures where there are such', () => {
    const path = '/v1/image?url=https%3A%2F%2Fa.example'
    expect(proxiedImage({ projectId: 'p1' }, path)).toBeUndefined()
    expect(proxiedImage({ projectId: 'p1', endpoints: { api: 'javascript:alert(1)' } }, path)).toBeUndefined()
    const images = 'https://images.example/base/'
    expect(proxiedImage({ projectId: 'p1', endpoints: { api: services, images } }, path)).toMatch(
      /^https:\/\/images\.example\/base\/v1\/image\?url=/,
    )
  })
})

describe('T67 a collectible is text and no more', () => {
  test('as it is', () => {
    const image = { url: '/v1/image?url=https%3A%2F%2Fa.example%2F1.svg' }
    expect(toCollectible(nft(7, { amount: '0012', description: 'One.\n\n Two. ', image }), config)).toEqual({
      id: 'eip155:1/erc721:0xC/7',
      caipNetworkId: 'eip155:1',
      standard: 'ERC-721',
      collection: { address: '0xC', name: 'Keys' },
      tokenId: '7',
      amount: '12',
      name: 'Key #7',
      description: 'One.\nTwo.',
      image: proxiedImage(config, image.url),
      spam: false,
    })
  })

  test('one that is a token by itself has its address, in the case it is written in', () => {
    const tokenId = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const id = `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/nft:${tokenId}`
    const own = nft(1, { id, tokenId, collection: { address: tokenId, name: null, symbol: null } })
    expect(toCollectible(own, config)).toMatchObject({ id, tokenId, address: tokenId })
    expect(toCollectible(nft(1), config)?.address).toBeUndefined()
  })

  test.each([
    ['an id with spaces', { id: 'eip155:1/erc721:0xC/1 2' }],
    ['an address of markup', { collection: { address: '<img src=x>', name: null, symbol: null } }],
    ['a token id that turns the line', { tokenId: '12\u202e34' }],
    ['none of it held', { amount: '000' }],
  ])('%s is none', (_, more) => {
    expect(toCollectible(nft(1, more), config)).toBeUndefined()
  })

  test('a name that hides or reorders; the symbol where there is no name', () => {
    const shown = toCollectible(
      nft(1, {
        name: '\u202eClaim\u200b now',
        collection: { address: '0xC', name: '\u2800', symbol: 'KEY' },
        standard: 'ERC1155',
      }),
      config,
    )
    expect(shown).toMatchObject({ name: 'Claim now', collection: { name: 'KEY' }, standard: 'ERC-1155' })
  })

  test('whatever the contract of the services lets through', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 64 })
    const any = fc.record({
      id: text,
      standard: fc.string({ unit: anyCharacter, maxLength: 16 }),
      tokenId: text,
      name: fc.option(text),
      description: fc.option(fc.string({ unit: anyCharacter, maxLength: 1_000 })),
      amount: fc.stringMatching(/^\d{1,78}$/),
      image: fc.option(fc.record({ url: fc.webPath().map(path => `/${path.replace(/^\/*/, '')}`) })),
    })
    fc.assert(
      fc.property(any, more => {
        const given = nft(1, more as Partial<Nft>)
        if (!v.is(nftSchema, given)) return
        const shown = toCollectible(given, config)
        if (!shown) return
        expect(`${shown.name}${shown.standard}${shown.description?.replaceAll('\n', '')}`).not.toMatch(
          /[\p{C}\p{DI}]/u,
        )
        expect(shown.amount).toMatch(/^[1-9]\d*$/)
        if (shown.image !== undefined)
          expect(shown.image).toMatch(/^(https:\/\/services\.example\/v1\/image\?url=|data:image\/)/)
      }),
    )
  })
})

describe('the list', () => {
  const page = (from: number, to: number, next?: string): NftPage => ({
    items: Array.from(
      { length: to - from },
      (_, at) => toCollectible(nft(from + at), config) ?? expect.unreachable(),
    ),
    next,
  })
  /** The known collectibles after pages, the first and those that begin where the one before ended. */
  const after = (...pages: readonly (NftPage | { readonly anew: NftPage })[]) =>
    pages.reduce<NftPage | undefined>(
      (known, given) => ('anew' in given ? joinNfts(known, given.anew) : joinNfts(known, given, known?.next)),
      undefined,
    )
  const ids = (owned: NftPage | undefined) => owned?.items.map(({ tokenId }) => Number(tokenId))

  test('grows by pages; what comes twice stands once', () => {
    const owned = after(page(0, 3, 'x'), page(2, 5))
    expect(ids(owned)).toEqual([0, 1, 2, 3, 4])
    expect(owned?.next).toBeUndefined()
  })

  test('ends when the services lead in a circle', () => {
    expect(after(page(0, 3, 'x'), page(0, 3, 'y'))?.next).toBeUndefined()
    expect(after(page(0, 3, 'x'), page(3, 6, 'x'))?.next).toBeUndefined()
    expect(after(page(0, 0, 'x'))?.next).toBeUndefined()
  })

  test('has an end, whatever the services have', () => {
    let known = joinNfts(undefined, page(0, 100, '0'))
    for (let at = 1; known.next !== undefined; at++)
      known = joinNfts(known, page(at * 100, at * 100 + 100, `${at}`), known.next)
    expect(known.items).toHaveLength(mostNfts)
  })

  test('a page of a list that was begun anew meanwhile counts for nothing', () => {
    const known = after(page(0, 3, 'x'))
    expect(joinNfts(known, page(5, 6), 'older')).toBe(known)
  })

  test('read anew: the same beginning leaves the rest, another replaces it', () => {
    const start = [page(0, 3, 'x'), page(3, 6, 'y')] as const
    const same = after(...start, { anew: page(0, 3, 'x') })
    expect([ids(same)?.length, same?.next]).toEqual([6, 'y'])
    expect(ids(after(...start, { anew: page(1, 4, 'x') }))).toEqual([1, 2, 3])
    // One page is all there is now.
    expect(ids(after(...start, { anew: page(0, 3) }))).toEqual([0, 1, 2])
  })
})

const network = (id: number) => ({
  chainNamespace: 'eip155',
  caipNetworkId: `eip155:${id}` as const,
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: [] } },
})

async function setUp(
  reply: (request: Heard, at: number) => Reply,
  options: { readonly basic?: boolean; readonly api?: false } = {},
) {
  let asked = 0
  const server = await startLoopback(request =>
    request.url.startsWith('/v1/supported-chains')
      ? { body: { http: ['eip155:1', 'eip155:10'], ws: [] } }
      : reply(request, asked++),
  )
  onTestFinished(() => server[Symbol.asyncDispose]())
  const clock = createFakeClock()
  const life = new AbortController()
  onTestFinished(() => life.abort())
  const config = {
    projectId: 'p1',
    networks: [network(1), network(10), network(99)],
    ...(options.api !== false && { endpoints: { api: server.url } }),
    ...(options.basic && { basic: true }),
  }
  const connections = createMachine(
    restoredConnections({ connections: [], active: {}, activeNamespace: 'eip155', chosen: {} }),
    connectionsTransition,
  )
  const api = createApi({ config, clock, signal: life.signal })
  const nfts = createNfts({ clock, connections, config, api: async () => api, signal: life.signal })
  const connect = (address: string, chain = 1) =>
    connections.dispatch({
      type: 'connected',
      namespace: 'eip155',
      connection: connection('one', { eip155: part([address], `eip155:${chain}`) }),
    })
  const questions = () =>
    server.heard
      .filter(({ url }) => !url.startsWith('/v1/supported'))
      .map(({ url }) => url.split('&projectId')[0])
  const until = (is: (state: NftsState) => boolean) =>
    new Promise<void>(resolve => {
      if (is(nfts.machine.getState())) return resolve()
      const off = nfts.machine.subscribe(state => {
        if (!is(state)) return
        off()
        resolve()
      })
    })
  return { nfts, connect, questions, server, clock, connections, until, state: nfts.machine.getState }
}

const answer = (items: readonly Nft[], next: string | null = null): Reply => ({ body: { data: items, next } })

describe('the noun', () => {
  test('asks for the account and network, page by page', async () => {
    const { nfts, connect, questions, state } = await setUp((_, at) =>
      at === 0 ? answer([nft(0), nft(1)], 'cur_1') : answer([nft(2)]),
    )
    await nfts.refresh()
    expect(questions()).toEqual([])
    connect('0xa')
    await nfts.refresh()
    await nfts.more()
    await nfts.more()
    expect(questions()).toEqual([
      '/v1/account/0xa/nfts?chainId=eip155%3A1',
      '/v1/account/0xa/nfts?chainId=eip155%3A1&cursor=cur_1',
    ])
    expect(state()['eip155:1:0xa']?.items.map(({ tokenId }) => tokenId)).toEqual(['0', '1', '2'])
  })

  test('SPEC §9 an answer is cached for 30 s, and shared by callers meanwhile', async () => {
    const { nfts, connect, questions, clock } = await setUp(() => answer([nft(0)]))
    connect('0xa')
    await Promise.all([nfts.refresh(), nfts.refresh()])
    clock.advance(29_000)
    await nfts.refresh()
    expect(questions()).toHaveLength(1)
    clock.advance(2_000)
    await nfts.refresh()
    await nfts.refresh({ force: true })
    expect(questions()).toHaveLength(3)
  })

  test('a failure is in the state, is not asked again by itself within 30 s, and on demand', async () => {
    const { nfts, connect, questions, state, clock } = await setUp((_, at) =>
      at < 2 ? { status: 503 } : answer([nft(0)]),
    )
    connect('0xa')
    await nfts.refresh()
    expect(state()['eip155:1:0xa']).toMatchObject({ phase: 'failed', items: [] })
    clock.advance(5_000)
    await nfts.refresh()
    expect(questions()).toHaveLength(1)
    await nfts.retry()
    expect(state()['eip155:1:0xa']?.phase).toBe('failed')
    await nfts.retry()
    expect(state()['eip155:1:0xa']).toMatchObject({ phase: 'ready', items: [{ tokenId: '0' }] })
  })

  test('a page that does not come is asked for again where it was', async () => {
    const { nfts, connect, questions, state, clock } = await setUp((_, at) =>
      at === 0 ? answer([nft(0)], 'next') : at === 1 ? 'cut' : answer([nft(1)]),
    )
    connect('0xa')
    await nfts.refresh()
    await nfts.more()
    expect(state()['eip155:1:0xa']).toMatchObject({ phase: 'failed', next: 'next', failedAt: clock.now() })
    expect(state()['eip155:1:0xa']?.items).toHaveLength(1)
    await nfts.retry()
    expect(questions().at(-1)).toContain('cursor=next')
    expect(state()['eip155:1:0xa']?.items).toHaveLength(2)
  })

  test('SPEC §7 sends no request for a network that the services do not support', async () => {
    const { nfts, connect, questions, state } = await setUp(() => answer([nft(0)]))
    for (const chain of [99, 12_345]) {
      connect('0xa', chain)
      await nfts.refresh()
      expect(state()[`eip155:${chain}:0xa`]).toMatchObject({ phase: 'ready', items: [], uncovered: true })
    }
    expect(questions()).toEqual([])
  })

  test('F27: collectibles that were not requested are unknown, not empty', async () => {
    const { nfts, connect, state } = await setUp(() => ({ body: { data: [], next: null, unserved: true } }))
    connect('0xa')
    await nfts.refresh()
    expect(state()['eip155:1:0xa']).toMatchObject({ phase: 'ready', items: [], uncovered: true })
  })

  test('sends no request without services or in basic mode', async () => {
    const without = await setUp(() => answer([nft(0)]), { api: false })
    without.connect('0xa')
    await without.nfts.refresh()
    expect(without.state()['eip155:1:0xa']).toMatchObject({ items: [], uncovered: true })
    const basic = await setUp(() => answer([nft(0)]), { basic: true })
    basic.connect('0xa')
    await basic.nfts.refresh()
    expect(basic.state()).toEqual({})
    expect([...without.server.heard, ...basic.server.heard]).toEqual([])
  })

  test('what belongs to another network is left out', async () => {
    const { nfts, connect, state } = await setUp(() => answer([nft(0), nft(1, { chainId: 'eip155:10' })]))
    connect('0xa')
    await nfts.refresh()
    expect(state()['eip155:1:0xa']?.items).toHaveLength(1)
  })

  test('caches a few accounts only', async () => {
    const { nfts, connect, state } = await setUp(() => answer([nft(0)]))
    for (let at = 0; at < 12; at++) {
      connect(`0xa${at}`)
      await nfts.refresh()
    }
    expect(Object.keys(state())).toHaveLength(8)
    expect(Object.keys(state()).at(-1)).toBe('eip155:1:0xa11')
  })

  test('an answer to an older question counts for nothing', async () => {
    const { nfts, connect, questions, state } = await setUp((_, at) => (at === 0 ? 'hang' : answer([nft(5)])))
    connect('0xa')
    const older = nfts.refresh()
    await expect.poll(() => questions().length).toBe(1)
    await nfts.refresh({ force: true })
    await older
    expect(state()['eip155:1:0xa']?.items.map(({ tokenId }) => tokenId)).toEqual(['5'])
  })

  test('an answer that makes no sense is a failure', async () => {
    const { nfts, connect, state } = await setUp(() => ({ body: { data: [{ id: 7 }], next: null } }))
    connect('0xa')
    await nfts.refresh()
    expect(state()['eip155:1:0xa']?.phase).toBe('failed')
  })

  test('a late answer for an account that is not the active one any more is dropped', async () => {
    const { nfts, connect, state, questions, until } = await setUp(({ url }) =>
      url.includes('/0xa/') ? 'hang' : answer([nft(5)]),
    )
    connect('0xa')
    const stop = nfts.watch()
    await expect.poll(() => questions().length).toBe(1)
    connect('0xb')
    await until(now => now['eip155:1:0xb']?.phase === 'ready')
    expect(Object.keys(state())).toEqual(['eip155:1:0xb'])
    stop()
  })

  test('answers a visitor who returns before the abandoned request ends', async () => {
    const { nfts, connect, until } = await setUp(() => answer([nft(5)]))
    const stop = nfts.watch()
    connect('0xa')
    connect('0xb')
    connect('0xa')
    await until(now => now['eip155:1:0xa']?.phase === 'ready')
    stop()
  })

  test('watching follows account and network, and stops', async () => {
    const { nfts, connect, questions, until } = await setUp(({ url }) =>
      answer([nft(1, { chainId: url.includes('A10') ? 'eip155:10' : 'eip155:1' })]),
    )
    connect('0xa')
    const stop = nfts.watch()
    await until(now => now['eip155:1:0xa']?.phase === 'ready')
    connect('0xa', 10)
    await until(now => now['eip155:10:0xa']?.items.length === 1)
    stop()
    connect('0xb')
    await new Promise(resolve => setImmediate(resolve))
    expect(questions()).toHaveLength(2)
  })
})
