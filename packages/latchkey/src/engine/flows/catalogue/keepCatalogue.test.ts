import { expect, it } from 'vitest'
import type { LatchkeyOptions } from '../../../contract/options.ts'
import type { DiscoveredWallet, WalletListing } from '../../../contract/wallet.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMachine } from '../../base/machine.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import type { DirectoryPage, DirectoryQuery } from '../../nouns/directory/directory.ts'
import { emptyWallets, walletsTransition } from '../../nouns/wallets/walletsTransition.ts'
import { keepCatalogue } from './keepCatalogue.ts'

const listing = (id: string): WalletListing => ({ id, name: id })
const bundled = [listing('bundled')]
const endpoints = { directory: 'https://directory.example' }
const settle = () => new Promise(resolve => setTimeout(resolve, 0))

function setUp(
  answer: (query: DirectoryQuery) => DirectoryPage,
  {
    held,
    phone = false,
    ...options
  }: Partial<LatchkeyOptions> & { readonly held?: Promise<void>; readonly phone?: boolean } = { endpoints },
  ...discovered: readonly DiscoveredWallet[]
) {
  const asked: DirectoryQuery[] = []
  const clock = createFakeClock()
  const facts = createFacts()
  const life = new AbortController()
  const wallets = createMachine({ ...emptyWallets, discovered, catalogue: bundled }, walletsTransition)
  keepCatalogue({
    clock,
    phone,
    facts,
    wallets,
    signal: life.signal,
    config: resolveConfig({ projectId: 'p', ...options }),
    directory: async () => ({
      page: async ({ signal: _, ...query } = {}) => {
        asked.push(query)
        return answer(query)
      },
      async image(id) {
        await held
        if (id === 'lost') throw new Error('offline')
        return `data:image/png;base64,${id}`
      },
    }),
  })
  const ids = () => wallets.getState().catalogue.map(({ id }) => id)
  const open = () => facts.emit('opened', { view: 'Connect', connected: false })
  const close = () => {
    facts.emit('closed', { connected: false })
    clock.advance(450)
  }
  return { asked, wallets, ids, open, close, count: () => wallets.getState().count, life, clock, facts }
}

const page = (...ids: readonly string[]): DirectoryPage => ({
  data: ids.map(listing),
  count: 73,
  source: 'directory',
})

it('reports the count at once and moves no row before the card is closed', async () => {
  const { ids, open, close, count, asked } = setUp(() => page('a', 'b'))
  await settle()
  expect([count(), ids()]).toEqual([73, ['bundled']])
  open()
  await settle()
  expect(ids()).toEqual(['bundled'])
  close()
  expect(ids()).toEqual(['a', 'b'])
  open()
  close()
  expect(asked).toEqual([{ entries: 40 }])
})

it('counts on a phone what the list of a phone then has', async () => {
  const { asked, count } = setUp(() => page('a'), {
    endpoints: { ...endpoints, relay: 'wss://relay.example/v2?key=secret' },
    excludeWalletIds: ['b'],
    phone: true,
  })
  await settle()
  expect(asked).toEqual([{ device: 'phone', relay: 'wss://relay.example', exclude: ['b'], entries: 40 }])
  expect(count()).toBe(73)
})

it('a card that is opened again before it has faded keeps its rows', async () => {
  const { ids, open, close, facts, clock } = setUp(() => page('a'))
  await settle()
  facts.emit('closed', { connected: false })
  clock.advance(200)
  open()
  clock.advance(1_000)
  expect(ids()).toEqual(['bundled'])
  close()
  expect(ids()).toEqual(['a'])
})

it('brings the wallets the host features, wherever they are listed', async () => {
  const { ids, close } = setUp(query => (query.include ? page('far', 'b') : page('a', 'b')), {
    endpoints,
    featuredWalletIds: ['far', 'b'],
  })
  await settle()
  close()
  expect(ids()).toEqual(['a', 'b', 'far'])
})

it('F24 without an answer the bundled wallets stay, and the next opening asks again', async () => {
  const { ids, open, close, count, asked } = setUp(() => ({ ...page('x'), source: 'bundled' }))
  await settle()
  close()
  expect([ids(), count()]).toEqual([['bundled'], undefined])
  open()
  await settle()
  expect(asked).toHaveLength(2)
})

it('sends no request without a directory or after its end', async () => {
  const none = setUp(() => page('a'), {})
  none.open()
  const ended = setUp(() => page('a'))
  ended.life.abort()
  await settle()
  ended.open()
  ended.close()
  await settle()
  expect([none.asked.length, ended.asked.length, ended.ids()]).toEqual([0, 1, ['bundled']])
})

it('T69 the rows to come have the pictures the directory vouches for, and no other', async () => {
  const image_url = 'https://stranger.example/a.png'
  const data = [
    { ...listing('a'), image_id: 'AAAA', image_url },
    { ...listing('b'), image_id: 'lost', image_url },
    { ...listing('c'), image_url },
    ...Array.from({ length: 9 }, (_, at) => ({ ...listing(`d${at}`), image_id: 'DDDD' })),
  ]
  const { close, wallets } = setUp(() => ({ ...page(), data }))
  await settle()
  close()
  const pictures = wallets.getState().catalogue.map(wallet => wallet.image_url?.slice(-4))
  expect(pictures).toEqual([
    'AAAA',
    undefined,
    undefined,
    ...Array(5).fill('DDDD'),
    ...Array(4).fill(undefined),
  ])
})

it('a wallet that was found without a picture has that of its listing, at any rank', async () => {
  const injected = [{ namespace: 'polkadot', injected_id: 'comet' }]
  const data = [
    ...Array.from({ length: 20 }, (_, at) => ({ ...listing(`d${at}`), image_id: 'DDDD' })),
    { ...listing('comet'), image_id: 'CCCC', injected },
    { ...listing('other'), image_id: 'EEEE', injected: [{ namespace: 'sui', injected_id: 'comet' }] },
  ]
  const { close, wallets } = setUp(
    () => ({ ...page(), data }),
    { endpoints },
    {
      key: 'comet',
      namespace: 'polkadot',
      source: 'injected',
      info: { name: 'comet' },
      injectedId: 'comet',
      provider: {},
    },
  )
  await settle()
  close()
  const pictures = wallets.getState().catalogue.map(wallet => wallet.image_url?.slice(-4))
  expect(pictures.slice(-2)).toEqual(['CCCC', undefined])
})

it('a picture takes the place of a letter at once, in the row that is there', async () => {
  const { ids, wallets } = setUp(() => ({
    ...page(),
    data: [
      { ...listing('a'), image_id: 'AAAA' },
      { ...listing('bundled'), image_id: 'BBBB' },
    ],
  }))
  await settle()
  expect(ids()).toEqual(['bundled'])
  expect(wallets.getState().catalogue[0]).toEqual({
    ...listing('bundled'),
    image_url: 'data:image/png;base64,BBBB',
  })
})

it('pictures that come after the card was closed find the rows that are there by then', async () => {
  let bring = () => {}
  const held = new Promise<void>(resolve => {
    bring = resolve
  })
  const { ids, close, wallets } = setUp(
    () => ({ ...page(), data: [{ ...listing('a'), image_id: 'AAAA' }] }),
    {
      endpoints,
      held,
    },
  )
  await settle()
  close()
  expect(ids()).toEqual(['a'])
  bring()
  await settle()
  expect(wallets.getState().catalogue).toEqual([
    { ...listing('a'), image_id: 'AAAA', image_url: 'data:image/png;base64,AAAA' },
  ])
})
