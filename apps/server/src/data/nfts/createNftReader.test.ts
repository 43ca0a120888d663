import { pino } from 'pino'
import { encodeAbiParameters } from 'viem'
import { expect, it } from 'vitest'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import type { Store } from '../../core/store/store.ts'
import type { FetchPublic } from '../images/fetchPublic.ts'
import { seedCollectibles, seededToken } from '../indexer/seedTransfers.fixture.ts'
import type { RpcOutcome } from '../rpc/callUpstream.ts'
import { createNftReader, type NftKey } from './createNftReader.ts'

const chain = 'eip155:31337' as const
const key: NftKey = { token: `0x${'70'.repeat(20)}`, tokenId: 7n, standard: 'erc721' }
const name = `${key.token} 7`
const visitor = '203.0.113.7'
const answerText = (text: string): RpcOutcome => ({
  result: encodeAbiParameters([{ type: 'string' }], [text]),
})

function setUp(
  store: Store,
  deps: { readonly call?: () => RpcOutcome; readonly fetchPublic?: FetchPublic } = {},
) {
  const time = { now: 1_000_000 }
  const asked: string[] = []
  const fetched: string[] = []
  const reader = createNftReader({
    store,
    proxy: {
      serves: () => true,
      async call(_chain, calls) {
        for (const { params } of calls) asked.push((params as [{ data: string }])[0].data)
        return calls.map(() => deps.call?.() ?? answerText('https://a.example/{id}'))
      },
    },
    fetchPublic:
      deps.fetchPublic ??
      (async url => {
        fetched.push(url)
        const body = Buffer.from(JSON.stringify({ name: 'Seven', image: 'https://a.example/7.png?a=b&c' }))
        return { url, status: 200, headers: {}, body }
      }),
    log: pino({ level: 'silent' }),
    now: () => time.now,
  })
  return { reader, asked, fetched, time }
}

eachStore('the reader of collectibles', open => {
  it('reads each once, for all processes, with the image by way of the proxy', async () => {
    const store = await open()
    const { reader, asked, fetched } = setUp(store)
    const [first, second] = await Promise.all([
      reader.read(chain, [key, key], visitor),
      reader.read(chain, [key], visitor),
    ])
    expect(first.get(name)).toEqual({
      name: 'Seven',
      description: null,
      image: '/v1/image?url=https%3A%2F%2Fa.example%2F7.png%3Fa%3Db%26c',
    })
    expect(second).toEqual(first)
    expect(asked).toEqual([`0xc87b56dd${'7'.padStart(64, '0')}`])
    expect(fetched).toEqual([`https://a.example/${'7'.padStart(64, '0')}`])
    const other = setUp(store)
    expect(await other.reader.read(chain, [key], visitor)).toEqual(first)
    expect(other.asked).toEqual([])
  })

  it('looks up as many as a page has, and reads none of them anew', async () => {
    const store = await open()
    await seedCollectibles(store, { chainId: 31_337, account: `0x${'ab'.repeat(20)}`, count: 1_100 })
    const keys = Array.from({ length: 1_100 }, (_, n): NftKey => {
      return { token: seededToken(1_000 + (n % 20)), tokenId: BigInt(n), standard: 'erc721' }
    })
    const { reader, asked } = setUp(store)
    const words = await reader.read(chain, keys, visitor)
    expect([...words.values()].filter(known => known.name === 'Seeded collectible')).toHaveLength(1_100)
    expect(asked).toEqual([])
  })

  it('does not wait for long: late metadata is there the next time', async () => {
    const store = await open()
    let release: () => void = () => {}
    const late = new Promise<void>(resolve => {
      release = resolve
    })
    const { reader } = setUp(store, {
      async fetchPublic(url) {
        await late
        return { url, status: 200, headers: {}, body: Buffer.from('{"name":"Late"}') }
      },
    })
    expect((await reader.read(chain, [key], visitor)).get(name)).toBeUndefined()
    release()
    expect((await reader.read(chain, [key], visitor)).get(name)?.name).toBe('Late')
  })

  it('leaves room for others, however slow the hosts are of what one client asks for', async () => {
    const store = await open()
    const { promise: late, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { reader } = setUp(store, {
      async fetchPublic(url) {
        if (!url.endsWith('7')) {
          begin()
          await late
        }
        return { url, status: 200, headers: {}, body: Buffer.from('{"name":"Seven"}') }
      },
    })
    const bait = Array.from({ length: 300 }, (_, n): NftKey => ({ ...key, tokenId: BigInt(n) * 16n }))
    const baited = reader.read(chain, bait, '198.51.100.1')
    await begun
    expect((await reader.read(chain, [key], visitor)).get(name)?.name).toBe('Seven')
    release()
    await baited
  })

  it('tries again later when a host or a node is out, and keeps what it knew', async () => {
    const store = await open()
    const healthy = setUp(store)
    await healthy.reader.read(chain, [key], visitor)
    const broken = setUp(store, { call: () => ({ error: { code: -32_000, message: 'header not found' } }) })
    broken.time.now = healthy.time.now + 25 * 3_600_000
    expect((await broken.reader.read(chain, [key], visitor)).get(name)?.name).toBe('Seven')
    await broken.reader.read(chain, [{ ...key, tokenId: 8n }], visitor)
    const tries = broken.asked.length
    await broken.reader.read(chain, [{ ...key, tokenId: 8n }], visitor)
    expect(broken.asked.length).toBe(tries)
    broken.time.now += 61_000
    await broken.reader.read(chain, [{ ...key, tokenId: 8n }], visitor)
    expect(broken.asked.length).toBeGreaterThan(tries)
    expect((await broken.reader.read(chain, [key], visitor)).get(name)?.name).toBe('Seven')
  })

  it('takes a contract that refuses for one that has no metadata', async () => {
    const store = await open()
    const { reader, asked } = setUp(store, {
      call: () => ({ error: { code: 3, message: 'execution reverted' } }),
    })
    const nothing = { name: null, description: null, image: null }
    expect((await reader.read(chain, [key], visitor)).get(name)).toEqual(nothing)
    expect((await reader.read(chain, [key], visitor)).get(name)).toEqual(nothing)
    expect(asked).toHaveLength(1)
  })
})
