import { createSimulatedPolkadotWallet } from '@latchkey/testing'
import { afterEach, describe, expect, test } from 'vitest'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { discoverInjectedWeb3 } from './discoverInjectedWeb3.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A page with a document that has or has not been loaded. */
function createPage(readyState = 'complete', more: object = {}) {
  const document = Object.assign(new EventTarget(), { readyState })
  return Object.assign(new EventTarget(), { document, ...more }) as EventTarget & {
    document: EventTarget
    injectedWeb3?: unknown
  }
}

function discover(page: object, injected = true) {
  const found: DiscoveredWallet[] = []
  const looks: (() => void)[] = []
  const onView = (look: () => void): void => {
    looks.push(look)
  }
  const stop = discoverInjectedWeb3(page as Window, { injected, onView }, wallet => found.push(wallet))
  stops.push(stop)
  const view = (): void => {
    for (const look of looks) look()
  }
  return { found, stop, view }
}

const entry = (more: object = {}) => ({ version: '1', enable: async () => ({}), ...more })

test('finds what is there, by the ids of the wallets, with the names that are known', () => {
  const injectedWeb3 = { talisman: entry(), 'subwallet-js': entry(), 'new-wallet': entry() }
  const { found } = discover(createPage('complete', { injectedWeb3 }))
  expect(found).toEqual([
    {
      key: 'injected:polkadot:talisman',
      namespace: 'polkadot',
      source: 'injected',
      info: { name: 'Talisman' },
      injectedId: 'talisman',
      provider: injectedWeb3.talisman,
    },
    expect.objectContaining({ info: { name: 'SubWallet' }, injectedId: 'subwallet-js' }),
    expect.objectContaining({ info: { name: 'new-wallet' }, injectedId: 'new-wallet' }),
  ])
})

test('Nova’s app is itself, under the id of the extension', () => {
  const injectedWeb3 = { 'polkadot-js': entry() }
  const { found } = discover(
    createPage('complete', { injectedWeb3, walletExtension: { isNovaWallet: true } }),
  )
  expect(found).toMatchObject([
    { key: 'injected:polkadot:polkadot-js', info: { name: 'Nova Wallet' }, injectedId: 'nova' },
  ])
  for (const isNovaWallet of [1, 'true', {}, undefined])
    expect(
      discover(createPage('complete', { injectedWeb3, walletExtension: { isNovaWallet } })).found,
    ).toMatchObject([{ info: { name: 'polkadot{.js}' }, injectedId: 'polkadot-js' }])
})

describe('a wallet that comes late is found once', () => {
  test.each<[string, (page: ReturnType<typeof createPage>, view: () => void) => void]>([
    ['when the document is parsed', page => page.document.dispatchEvent(new Event('DOMContentLoaded'))],
    ['when the page has loaded', page => page.dispatchEvent(new Event('load'))],
    ['when the list opens', (_page, view) => view()],
  ])('%s', (_when, happen) => {
    const page = createPage('loading')
    const { found, view } = discover(page)
    const wallet = createSimulatedPolkadotWallet({ name: 'Late', target: page, memory: false })
    expect(found).toEqual([])
    wallet.announce()
    happen(page, view)
    expect(found).toHaveLength(1)
    happen(page, view)
    view()
    expect(found).toHaveLength(1)
  })

  test('by itself, soon after the page has loaded', async () => {
    const page = createPage()
    const { found } = discover(page)
    page.injectedWeb3 = { talisman: entry() }
    await expect.poll(() => found).toHaveLength(1)
  })
})

test('looks no more after its stop, and not at all where globals are not to be used', () => {
  const page = createPage('loading')
  const { found, stop, view } = discover(page)
  stop()
  page.injectedWeb3 = { talisman: entry() }
  page.dispatchEvent(new Event('load'))
  view()
  expect(found).toEqual([])
  expect(discover(page, false).found).toEqual([])
})

describe('T120 what is there is hostile', () => {
  const throwing = new Proxy(
    {},
    {
      get: () => {
        throw new Error('get')
      },
      ownKeys: () => {
        throw new Error('ownKeys')
      },
    },
  )
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'talisman'],
    ['a proxy that throws', throwing],
    ['entries that are none', { a: null, b: 7, c: {}, d: { enable: 'yes' }, e: throwing, '': entry() }],
    ['an id of megabytes', { ['x'.repeat(1_000_000)]: entry() }],
  ])('%s', (_what, injectedWeb3) => {
    expect(discover(createPage('complete', { injectedWeb3 })).found).toEqual([])
  })

  test('a thousand entries are a hundred, and names are shown on one line', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`w${at}`, entry()]))
    expect(discover(createPage('complete', { injectedWeb3: many })).found).toHaveLength(100)
    const odd = { 'a\n\u202Eb': entry(), constructor: entry() }
    const { found } = discover(createPage('complete', { injectedWeb3: odd }))
    expect(found.map(({ info }) => info.name)).toEqual(['a b', 'constructor'])
  })

  test('an entry that throws does not hide the next one', () => {
    const injectedWeb3 = {
      get bad(): never {
        throw new Error('bad')
      },
      talisman: entry(),
    }
    expect(discover(createPage('complete', { injectedWeb3 })).found).toHaveLength(1)
  })
})
