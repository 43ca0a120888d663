import { describe, expect, it, vi } from 'vitest'
import { type RegistryHead, toDigest } from '../../../contract/directory.ts'
import type { StorageLike } from '../../../contract/storage.ts'
import type { WalletListing } from '../../../contract/wallet.ts'
import { createApi } from '../../base/api.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { certify, createSigningKey, signRegistry } from '../../fixtures/signRegistry.ts'
import { type Heard, type Loopback, startLoopback } from '../../fixtures/startLoopback.ts'
import { createDirectory } from './createDirectory.ts'

const day = 86_400_000
const today = 20_000 * day
const key = createSigningKey()
const other = createSigningKey()
const offline = createSigningKey()

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const listings: readonly WalletListing[] = [
  {
    id: 'alpha',
    name: 'Alpha',
    rdns: 'com.alpha',
    mobile_link: 'alpha://',
    homepage: 'https://alpha.example',
    chains: ['eip155:1', 'eip155:10', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  },
  { id: 'beta', name: 'Beta', homepage: 'https://beta.example', chains: ['eip155:1'] },
]

interface Answers {
  head: unknown
  data: readonly object[]
  count: number
  image: string
}

async function good(members: Partial<RegistryHead> = {}): Promise<Answers> {
  const head = await signRegistry(listings, key, { issued: today, ...members })
  return { head, data: listings, count: 2, image: svg }
}

function answerTo({ url }: Heard, answers: Answers) {
  if (url.startsWith('/getWallets')) return { body: { data: answers.data, count: answers.count } }
  if (url.startsWith('/getRegistryHead')) return { body: answers.head }
  return { headers: { 'content-type': 'image/svg+xml' }, body: answers.image }
}

function open(options: {
  readonly server?: Loopback
  readonly keys?: readonly string[]
  readonly projectId?: string
  readonly store?: StorageLike
  readonly now?: number
}) {
  const { server, keys = [key.public], projectId = 'shop' } = options
  const clock = createFakeClock(options.now ?? today + day)
  const config = {
    projectId,
    ...(keys.length > 0 && { directoryKeys: keys }),
    ...(server && { endpoints: { directory: server.url } }),
  }
  const alerts: unknown[] = []
  const life = new AbortController()
  const directory = createDirectory({
    config: config as never,
    clock,
    api: async () => createApi({ config, clock }),
    storage: createKeyStore({ id: 'default', store: options.store ?? createMemoryStorage(), clock }),
    alert: (code, context) => void alerts.push([code, context?.reason]),
    signal: life.signal,
  })
  return { directory, alerts, clock }
}

describe('a directory that is whole', () => {
  it('its listings are shown, with its count', async () => {
    const answers = await good()
    await using server = await startLoopback(request => answerTo(request, answers))
    const { directory, alerts } = open({ server })
    expect(await directory.page()).toEqual({ data: listings, count: 2, source: 'directory' })
    expect(alerts).toEqual([])
  })

  it('the question goes along as the contract has it; the head is asked for once an hour', async () => {
    const answers = await good()
    await using server = await startLoopback(request => answerTo(request, answers))
    const { directory, clock } = open({ server })
    await directory.page({
      page: 2,
      entries: 10,
      search: 'al',
      chains: ['eip155:1', 'eip155:10'],
      include: ['alpha'],
      exclude: [],
      rdns: ['com.alpha'],
      names: ['Alpha'],
    })
    const asked = server.heard.map(({ url }) => new URL(url, server.url))
    const query = Object.fromEntries(asked.find(url => url.pathname === '/getWallets')?.searchParams ?? [])
    expect(query).toMatchObject({
      page: '2',
      entries: '10',
      search: 'al',
      chains: 'eip155:1,eip155:10',
      include: 'alpha',
      rdns: 'com.alpha',
      names: 'Alpha',
      projectId: 'shop',
    })
    expect(query).not.toHaveProperty('exclude')
    const heads = () => server.heard.filter(({ url }) => url.startsWith('/getRegistryHead')).length
    await directory.page()
    expect(heads()).toBe(1)
    clock.advance(3_600_000)
    await directory.page()
    expect(heads()).toBe(2)
  })

  it('members that a later release adds are covered by the digest and dropped', async () => {
    const data = [{ ...listings[0], later: { nested: [1, 'x'] } }]
    const head = await signRegistry(data as never, key, { issued: today })
    await using server = await startLoopback(request =>
      answerTo(request, { head, data, count: 1, image: svg }),
    )
    const { directory } = open({ server })
    expect((await directory.page()).data).toEqual([listings[0]])
  })

  it('a list that is newer than the kept head is believed with the new one', async () => {
    let answers = await good()
    await using server = await startLoopback(request => answerTo(request, answers))
    const { directory, alerts } = open({ server })
    await directory.page()
    const data = [{ ...listings[0], name: 'Alpha Two' }]
    answers = {
      ...answers,
      data,
      count: 1,
      head: await signRegistry(data as never, key, { issued: today, version: 8 }),
    }
    expect((await directory.page()).data.map(({ name }) => name)).toEqual(['Alpha Two'])
    expect(alerts).toEqual([])
  })

  it('an offline key lets another one sign', async () => {
    const answers = await good({ certificate: certify(key, offline, today + 30 * day) })
    await using server = await startLoopback(request => answerTo(request, answers))
    const { directory, alerts } = open({ server, keys: [offline.public] })
    expect((await directory.page()).source).toBe('directory')
    expect(alerts).toEqual([])
  })
})

describe('T98 F24: a directory that is not believed', () => {
  const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
  const cases: readonly (readonly [string, string, () => Promise<Partial<Answers>>])[] = [
    [
      'tampered head',
      'bad signature',
      async () => ({ head: { ...((await good()).head as RegistryHead), version: 8 } }),
    ],
    [
      'tampered digests',
      'bad signature',
      async () => {
        const head = (await good()).head as RegistryHead
        return { head: { ...head, digests: { ...head.digests, evil: await toDigest('evil') } } }
      },
    ],
    [
      'tampered signature',
      'bad signature',
      async () => {
        const head = (await good()).head as RegistryHead
        return { head: { ...head, signature: flipped(head.signature) } }
      },
    ],
    [
      'key swap',
      'unknown key',
      async () => ({ head: await signRegistry(listings, other, { issued: today }) }),
    ],
    [
      'key swap under the true name',
      'bad signature',
      async () => ({ head: await signRegistry(listings, other, { issued: today, key: key.public }) }),
    ],
    [
      'certificate of a stranger',
      'unknown key',
      async () => ({
        head: await signRegistry(listings, other, {
          issued: today,
          certificate: certify(other, offline, today + 30 * day),
        }),
      }),
    ],
    [
      'forged certificate',
      'bad signature',
      async () => ({
        head: await signRegistry(listings, other, {
          issued: today,
          certificate: { ...certify(other, offline, today + 30 * day), issuer: key.public },
        }),
      }),
    ],
    [
      'expired certificate',
      'expired',
      async () => ({
        head: await signRegistry(listings, other, { issued: today, certificate: certify(other, key, today) }),
      }),
    ],
    ['frozen: expired', 'expired', async () => ({ head: (await good({ issued: today - 8 * day })).head })],
    [
      'frozen: made to live long',
      'expired',
      async () => ({ head: (await good({ expires: today + 15 * day })).head }),
    ],
    ['of a future', 'not yet valid', async () => ({ head: (await good({ issued: today + 5 * day })).head })],
    ['no head', 'unexpected answer at "version"', async () => ({ head: {} })],
  ]

  it.each(cases)('%s: the bundled list, and APKT003 once', async (_name, reason, attack) => {
    const answers = { ...(await good()), ...(await attack()) }
    await using server = await startLoopback(request => answerTo(request, answers))
    const { directory, alerts } = open({ server })
    for (const search of ['MetaMask', 'Rabby']) {
      const { data, source } = await directory.page({ search })
      expect(source).toBe('bundled')
      expect(data[0]?.name).toContain(search)
    }
    expect(alerts).toEqual([['APKT003', reason]])
  })

  it('rollback: an older head than one seen before, also after a reload', async () => {
    const store = createMemoryStorage()
    let answers = await good({ version: 8 })
    await using server = await startLoopback(request => answerTo(request, answers))
    expect((await open({ server, store }).directory.page()).source).toBe('directory')
    answers = await good({ version: 7 })
    const { directory, alerts } = open({ server, store })
    expect((await directory.page()).source).toBe('bundled')
    expect(alerts).toEqual([['APKT003', 'older']])
    answers = await good({ version: 8 })
    expect((await open({ server, store }).directory.page()).source).toBe('directory')
  })

  it('one key’s highest version says nothing of another key', async () => {
    const store = createMemoryStorage()
    let answers: Answers = {
      ...(await good()),
      head: await signRegistry(listings, other, { issued: today, version: 2 ** 50 }),
    }
    await using server = await startLoopback(request => answerTo(request, answers))
    const keys = [key.public, other.public]
    expect((await open({ server, store, keys }).directory.page()).source).toBe('directory')
    answers = await good()
    expect((await open({ server, store, keys }).directory.page()).source).toBe('directory')
  })

  it.each([
    ['one letter of a name', { name: 'Alphä' }],
    ['a link that runs code', { mobile_link: 'javascript:alert(1)' }],
    ['another wallet’s picture', { image_id: 'A'.repeat(43) }],
    ['another rdns', { rdns: 'io.metamask' }],
    ['another id', { id: 'beta2' }],
    ['an unknown member', { later: 1 }],
  ])('a listing with %s is dropped, the others stay', async (_name, change) => {
    const answers = { ...(await good()), data: [{ ...listings[0], ...change }, listings[1] ?? {}] }
    await using server = await startLoopback(request => answerTo(request, answers))
    const { directory, alerts } = open({ server })
    expect((await directory.page()).data).toEqual([listings[1]])
    expect(alerts).toEqual([['APKT003', 'listings without a valid signature']])
  })

  it('a signed listing is cleaned all the same: no javascript: link, no name that turns the text around (T22, T67)', async () => {
    const data = [
      {
        id: 'evil',
        name: `\u202eksaMateM\u0000${'x'.repeat(100)}`,
        mobile_link: 'javascript:alert(1)',
        desktop_link: 'intent://x',
        webapp_link: 'data:text/html,x',
        homepage: 'http://evil.example',
        app_store: 'https://user:secret@apps.apple.com/',
        chrome_store: 'https://chromewebstore.google.com/detail/x',
        rdns: 'not an rdns',
      },
      { id: 'nameless', name: '\u200b\u202e' },
    ]
    const head = await signRegistry(data, key, { issued: today })
    await using server = await startLoopback(request =>
      answerTo(request, { head, data, count: 2, image: svg }),
    )
    const { data: shown } = await open({ server }).directory.page()
    expect(shown).toEqual([
      {
        id: 'evil',
        name: `ksaMateM${'x'.repeat(56)}`,
        chrome_store: 'https://chromewebstore.google.com/detail/x',
      },
    ])
  })

  it('a directory that is down: bundled wallets with those verified before, also after a reload', async () => {
    const store = createMemoryStorage()
    let isDown = false
    const answers = await good()
    await using server = await startLoopback(request =>
      isDown ? { status: 503 } : answerTo(request, answers),
    )
    await open({ server, store }).directory.page()
    isDown = true
    const { directory, alerts } = open({ server, store })
    const { data, count, source } = await directory.page({ search: 'alpha' })
    expect({ data, count, source }).toEqual({
      data: [{ ...listings[0], chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }],
      count: 1,
      source: 'bundled',
    })
    await directory.page()
    expect(alerts).toEqual([['APKT003', 503]])
    // Another directory's list says nothing of this one.
    await using elsewhere = await startLoopback(() => ({ status: 503 }))
    expect((await open({ server: elsewhere, store }).directory.page({ search: 'alpha' })).data).toEqual([])
    // And it is forgotten after a month.
    const later = open({ server, store, now: today + 40 * day })
    expect((await later.directory.page({ search: 'alpha' })).data).toEqual([])
  })

  it('a browser without Ed25519 cannot tell: as if the directory was down', async () => {
    const answers = await good()
    await using server = await startLoopback(request => answerTo(request, answers))
    const importKey = vi
      .spyOn(crypto.subtle, 'importKey')
      .mockRejectedValue(new DOMException('Unrecognized name.', 'NotSupportedError'))
    try {
      const { directory, alerts } = open({ server })
      expect((await directory.page()).source).toBe('bundled')
      expect(alerts).toEqual([['APKT003', 'no Ed25519']])
    } finally {
      importKey.mockRestore()
    }
  })

  it('without a key nothing is asked, and the developer hears why', async () => {
    const answers = await good()
    await using server = await startLoopback(request => answerTo(request, answers))
    const { directory, alerts } = open({ server, keys: [] })
    expect((await directory.page()).source).toBe('bundled')
    expect(server.heard).toEqual([])
    expect(alerts).toEqual([['APKT003', 'no directoryKeys']])
  })

  it('the development key counts for latchkey-dev alone', async () => {
    const answers = await good()
    await using server = await startLoopback(request => answerTo(request, answers))
    const { directory, alerts } = open({ server, keys: [], projectId: 'latchkey-dev' })
    await directory.page()
    expect(server.heard).not.toEqual([])
    expect(alerts).toEqual([['APKT003', 'unknown key']])
  })

  it('rejects a caller that aborts', async () => {
    await using server = await startLoopback(() => 'hang')
    const { directory, alerts } = open({ server })
    const stop = new AbortController()
    const page = directory.page({ signal: stop.signal })
    stop.abort()
    await expect(page).rejects.toMatchObject({ code: 'RPC_ABORTED' })
    expect(alerts).toEqual([])
  })
})

it('F24: of two pages that are verified at once both are kept', async () => {
  const answers = await good()
  await using server = await startLoopback(request => {
    const { searchParams } = new URL(request.url, 'http://x')
    return answerTo(request, { ...answers, data: [listings[Number(searchParams.get('page')) - 1] ?? {}] })
  })
  const memory = createMemoryStorage()
  // What is stored is known once both have asked for it, as with a store that takes its time.
  let onBoth = () => {}
  const bothAsked = new Promise<void>(resolve => {
    onBoth = resolve
  })
  let asked = 0
  const store = {
    ...memory,
    async getItem(name: string) {
      if (name.endsWith('directoryList')) {
        if (++asked === 2) onBoth()
        await bothAsked
      }
      return memory.getItem(name)
    },
  }
  const { directory } = open({ server, store })
  await Promise.all([directory.page({ page: 1 }), directory.page({ page: 2 })])
  const kept = JSON.parse(String(await memory.getItem('@latchkey/default/directoryList')))
  expect(kept.data.wallets.map(({ id }: WalletListing) => id).sort()).toEqual(['alpha', 'beta'])
})

describe('pictures', () => {
  it('a picture that is what its id says is a data: URL', async () => {
    const answers = await good()
    await using server = await startLoopback(request => answerTo(request, answers))
    const { directory } = open({ server })
    expect(await directory.image(await toDigest(svg))).toBe(
      `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    )
  })

  it('T98: a picture that was swapped is none', async () => {
    const answers = { ...(await good()), image: `${svg} ` }
    await using server = await startLoopback(request => answerTo(request, answers))
    expect(await open({ server }).directory.image(await toDigest(svg))).toBeUndefined()
  })

  it('an id that is no digest is not asked for, and neither is any without a directory', async () => {
    const answers = await good()
    await using server = await startLoopback(request => answerTo(request, answers))
    expect(await open({ server }).directory.image('metamask')).toBeUndefined()
    expect(await open({}).directory.image(await toDigest(svg))).toBeUndefined()
    expect(server.heard).toEqual([])
  })

  it('a missing picture is undefined; an unreachable directory is a retryable error', async () => {
    let status = 404
    await using server = await startLoopback(() => ({ status }))
    const { directory } = open({ server })
    const id = await toDigest(svg)
    expect(await directory.image(id)).toBeUndefined()
    status = 503
    await expect(directory.image(id)).rejects.toMatchObject({ code: 'APKT009' })
  })
})

describe('without a directory', () => {
  const { directory, alerts } = open({})

  it('the bundled wallets of all seven namespaces, asked as the directory would be', async () => {
    const first = await directory.page()
    expect(first.source).toBe('bundled')
    expect(first.count).toBeGreaterThanOrEqual(60)
    expect(first.data).toHaveLength(40)
    expect((await directory.page({ page: 2, entries: 40 })).data).toHaveLength(first.count - 40)
    expect((await directory.page({ page: 9 })).data).toEqual([])
    for (const chain of [
      'eip155:31337',
      'bip122:x',
      'polkadot:x',
      'cosmos:x',
      'sui:x',
      'stacks:1',
      'solana:x',
    ] as const)
      expect((await directory.page({ chains: [chain] })).count, chain).toBeGreaterThan(2)
    expect(alerts).toEqual([])
  })

  it.each([
    [{ search: ' RABB' }, ['rabby']],
    [{ search: 'keplr.app' }, ['keplr']],
    [{ include: ['dir:rabby', 'rdns:IO.metamask', 'nobody'] }, ['metamask', 'rabby']],
    [{ include: ['rabby', 'metamask'], exclude: ['io.metamask'] }, ['rabby']],
    [{ names: ['slush'], rdns: ['io.rabby'] }, ['slush', 'rabby']],
    [{ names: ['polkadot-js'] }, ['polkadotjs']],
  ])('%j', async (query, ids) => {
    expect((await directory.page(query)).data.map(({ id }) => id)).toEqual(ids)
  })
})
