/** Registries and own globals, and what was seen to be wrong with them (reference namespaces §2 and §7). */
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { DiscoverOptions } from '../../contract/adapter.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { discoverRegistries, type RegistryRules } from './discoverRegistries.ts'

const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A page with the given things on its window. */
class FakePage extends EventTarget {
  [name: string]: unknown

  constructor(fields: object = {}) {
    super()
    Object.assign(this, fields)
  }
}

const rulesOf = (namespace: string): RegistryRules => ({
  namespace,
  serves: ({ registries }) => registries.includes('btc_providers') || registries.includes('wbip_providers'),
  isWallet: provider => typeof (provider as { request?: unknown }).request === 'function',
})

function discover(page: FakePage, options: Partial<DiscoverOptions> = {}, rules = rulesOf('bip122')) {
  const found: DiscoveredWallet[] = []
  const readers: (() => void)[] = []
  const onView = (read: () => void) => void readers.push(read)
  const all = { announced: true, injected: true, onView, ...options }
  const stop = discoverRegistries(page as unknown as Window, all, rules, one => found.push(one))
  stops.push(stop)
  return {
    found,
    stop,
    open: () => {
      for (const read of readers) read()
    },
    names: () => found.map(({ info, source }) => `${source} ${info.name}`),
  }
}

const provider = () => ({ request: async () => ({}) })
const entry = (id: string, fields: object = {}) => ({ id, name: 'Example', icon, ...fields })

test('a dotted id is a path on window', () => {
  const own = provider()
  const page = new FakePage({
    Example: { deep: { bitcoin: own } },
    btc_providers: [entry('Example.deep.bitcoin')],
  })
  expect(discover(page).found).toEqual([
    {
      key: 'global:bip122:Example.deep.bitcoin',
      namespace: 'bip122',
      source: 'announced',
      info: { name: 'Example', icon },
      injectedId: 'Example.deep.bitcoin',
      provider: own,
    },
  ])
})

test('a registered wallet with a place of its own is one wallet, with our name for it and its own picture', () => {
  const page = new FakePage({
    XverseProviders: { BitcoinProvider: provider() },
    btc_providers: [entry('XverseProviders.BitcoinProvider', { name: 'Xverse Wallet' })],
    wbip_providers: [entry('XverseProviders.BitcoinProvider', { name: 'Xverse!' })],
  })
  const { found, names } = discover(page)
  expect(names()).toEqual(['announced Xverse'])
  expect(found[0]?.info.icon).toBe(icon)
})

test('one provider under two ids is one wallet', () => {
  const own = provider()
  const page = new FakePage({ A: own, B: own, btc_providers: [entry('A'), entry('B')] })
  expect(discover(page).found).toHaveLength(1)
})

test('one provider in two namespaces says the same of itself in both', () => {
  const page = new FakePage({ LeatherProvider: provider(), wbip_providers: [entry('LeatherProvider')] })
  const [one] = discover(page).found
  const [other] = discover(page, {}, rulesOf('stacks')).found
  expect(other).toEqual({ ...one, namespace: 'stacks', key: 'global:stacks:LeatherProvider' })
})

test('an array whose push is an object is read, never pushed to and never replaced', () => {
  const list: unknown[] = [entry('A')]
  Object.assign(list, { push: entry('B') })
  const frozen = Object.freeze(list)
  const page = new FakePage({ A: provider(), B: provider() })
  Object.defineProperty(page, 'wbip_providers', { get: () => frozen })
  expect(discover(page).names()).toEqual(['announced Example', 'announced Example'])
})

test('a page without registries gets none', () => {
  const page = new FakePage()
  discover(page)
  expect(Object.keys(page)).toEqual([])
})

test('wallets that come later are there when the list opens, and when the page has loaded', () => {
  const page = new FakePage()
  const { names, open, stop } = discover(page)
  expect(names()).toEqual([])
  page.A = provider()
  page.btc_providers = [entry('A')]
  open()
  open()
  expect(names()).toEqual(['announced Example'])
  page.LeatherProvider = provider()
  page.dispatchEvent(new Event('load'))
  expect(names()).toEqual(['announced Example', 'injected Leather'])
  stop()
  page.unisat = provider()
  open()
  expect(names()).toHaveLength(2)
})

test('an entry before its provider is found with it', () => {
  const page = new FakePage({ btc_providers: [entry('A')] })
  const { names, open } = discover(page)
  page.A = provider()
  open()
  expect(names()).toEqual(['announced Example'])
})

test.each(['BitcoinProvider', 'StacksProvider'])(
  '%s belongs to the wallet that came last: no entry leads there',
  id => {
    const page = new FakePage({ [id]: provider(), btc_providers: [entry(id)] })
    expect(discover(page).found).toEqual([])
  },
)

test('switched off, registries and globals are not read', () => {
  const page = new FakePage({ A: provider(), LeatherProvider: provider(), btc_providers: [entry('A')] })
  expect(discover(page, { announced: false }).names()).toEqual(['injected Leather'])
  expect(discover(page, { injected: false }).names()).toEqual(['announced Example'])
})

test('T21 one faulty entry, provider or registry costs no other wallet its row', () => {
  const thrower = new Proxy([], {
    get: () => {
      throw new Error('now')
    },
  })
  const { proxy: revoked, revoke } = Proxy.revocable({}, {})
  revoke()
  const page = new FakePage({
    A: provider(),
    C: revoked,
    btc_providers: thrower,
    wbip_providers: [
      null,
      7,
      thrower,
      entry(''),
      entry('a b'),
      entry('A', { name: 1 }),
      entry('C'),
      entry('A'),
    ],
    XverseProviders: thrower,
  })
  expect(discover(page).names()).toEqual(['announced Example'])
})

test('T21 a flood of wallets stays bounded, names and pictures are cleaned', () => {
  const page = new FakePage()
  page.btc_providers = Array.from({ length: 5_000 }, (_, at) => {
    page[`w${at}`] = provider()
    return entry(`w${at}`, { name: `\u202e${'x'.repeat(1_000)}`, icon: 'https://example.org/pixel.png' })
  })
  const { found } = discover(page)
  expect(found).toHaveLength(100)
  expect(found[0]?.info).toEqual({ name: 'x'.repeat(40) })
})

test.each([
  '__proto__',
  'constructor',
  'constructor.prototype',
  'LeatherProvider.__proto__',
  'addEventListener',
  'A.B.C.D.E.F',
  'A..B',
  '.A',
  'window["A"]',
  'BitcoinProvider',
])('T120 the path %s leads to no wallet', path => {
  const own = provider()
  const deep = { B: { C: { D: { E: { F: own } } } }, request: 1 }
  const page = new FakePage({ A: deep, BitcoinProvider: own, btc_providers: [entry(path)] })
  expect(discover(page, { injected: false }).found).toEqual([])
})

test('T120 an entry with the name of another wallet stands for what is at its own path', () => {
  const [real, other] = [provider(), provider()]
  const page = new FakePage({
    LeatherProvider: real,
    Evil: other,
    btc_providers: [entry('Evil', { name: 'Leather' }), entry('LeatherProvider')],
  })
  expect(discover(page).found.map(({ injectedId, provider: at }) => [injectedId, at === real])).toEqual([
    ['Evil', false],
    ['LeatherProvider', true],
  ])
})

test('never throws, whatever the registries hold', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (one, other) => {
      const page = new FakePage({ btc_providers: one, wbip_providers: [other, one] })
      return discover(page).found.length === 0
    }),
  )
})
