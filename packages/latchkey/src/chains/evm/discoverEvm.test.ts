import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { discoverEvm } from './discoverEvm.ts'

const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
const info = {
  uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  name: 'Example',
  icon,
  rdns: 'com.example.wallet',
}

function wallet(name = 'provider') {
  return { name, request: async () => null }
}

const waiting: AbortController[] = []

beforeEach(() => {
  waiting.length = 0
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const timer = new AbortController()
    waiting.push(timer)
    return timer.signal
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A page: events, a document, and a settle time that passes when the test calls `settle`. */
class FakePage extends EventTarget {
  readonly document = Object.assign(new EventTarget(), { readyState: 'complete' })
  ethereum: unknown
  requests = 0

  constructor(fields: object = {}) {
    super()
    Object.assign(this, fields)
    this.addEventListener('eip6963:requestProvider', () => this.requests++)
  }

  announce(detail: unknown): void {
    this.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }

  settle(): void {
    for (const timer of waiting.splice(0)) timer.abort()
  }
}

function discover(page = new FakePage(), options = { announced: true, injected: true }) {
  const found: DiscoveredWallet[] = []
  const stop = discoverEvm(page as unknown as Window, options, one => found.push(one))
  return { page, found, stop }
}

test('asks for announcements and hears those of wallets that were there first', () => {
  const page = new FakePage()
  const provider = wallet()
  page.addEventListener('eip6963:requestProvider', () => page.announce({ info, provider }))
  const { found } = discover(page)
  expect(page.requests).toBe(1)
  expect(found).toEqual([
    {
      key: info.uuid,
      namespace: 'eip155',
      source: 'announced',
      info: { name: 'Example', icon, rdns: 'com.example.wallet' },
      provider,
    },
  ])
  expect(found[0]?.provider).toBe(provider)
})

test('hears wallets that announce late, until it is stopped', () => {
  const { page, found, stop } = discover()
  page.settle()
  page.announce({ info, provider: wallet() })
  expect(found).toHaveLength(1)
  stop()
  page.announce({ info: { ...info, uuid: 'another' }, provider: wallet() })
  page.ethereum = wallet()
  page.dispatchEvent(new Event('ethereum#initialized'))
  page.settle()
  expect(found).toHaveLength(1)
})

test('T21 a uuid is reported once, an rdns that two providers claim is reported twice', () => {
  const { page, found } = discover()
  const [first, second] = [wallet('first'), wallet('second')]
  page.announce({ info, provider: first })
  page.announce({ info: { ...info, name: 'Again' }, provider: second })
  page.announce({ info: { ...info, uuid: 'other', rdns: 'COM.example.Wallet' }, provider: second })
  expect(found.map(one => [one.provider, one.info.rdns])).toEqual([
    [first, 'com.example.wallet'],
    [second, 'com.example.wallet'],
  ])
})

test('a wallet that makes a new uuid for each request is one wallet', () => {
  const page = new FakePage()
  const provider = wallet()
  let uuid = 0
  page.addEventListener('eip6963:requestProvider', () =>
    page.announce({ info: { ...info, uuid: `u${uuid++}` }, provider }),
  )
  const { found } = discover(page)
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(found).toHaveLength(1)
  // The same provider in two costumes stays two rows.
  page.announce({ info: { ...info, uuid: 'costume', rdns: 'io.metamask' }, provider })
  expect(found).toHaveLength(2)
})

const throwing = new Proxy(
  {},
  {
    get: () => {
      throw new Error('read me not')
    },
  },
)

test.each([
  ['no detail', undefined],
  ['null', null],
  ['a text', 'wallet'],
  ['no info', { provider: wallet() }],
  ['no provider', { info }],
  ['a provider without request', { info, provider: {} }],
  ['a provider whose request is a text', { info, provider: { request: 'eth_accounts' } }],
  ['a provider that cannot be read', { info, provider: throwing }],
  ['info that cannot be read', { info: throwing, provider: wallet() }],
  ['a detail that cannot be read', throwing],
  ['no uuid', { info: { ...info, uuid: undefined }, provider: wallet() }],
  ['an empty uuid', { info: { ...info, uuid: '' }, provider: wallet() }],
  ['a uuid like an injected key', { info: { ...info, uuid: 'injected:eip155:0' }, provider: wallet() }],
  ['a long uuid', { info: { ...info, uuid: 'u'.repeat(101) }, provider: wallet() }],
  ['a name that is a list', { info: { ...info, name: ['MetaMask'] }, provider: wallet() }],
  ['a name that is missing', { info: { ...info, name: undefined }, provider: wallet() }],
])('T21 an announcement with %s is dropped', (_name, detail) => {
  const { page, found } = discover()
  page.announce(detail)
  page.announce({ info: { ...info, uuid: 'good' }, provider: wallet() })
  expect(found.map(one => one.key)).toEqual(['good'])
})

test.each([
  ['  Example \n Wallet ', 'Example Wallet'],
  ['Meta\u202eksaM', 'MetaksaM'],
  ['Meta\u200bMask\u2066\u2069', 'MetaMask'],
  ['Tab\tand\u0000null', 'Tab andnull'],
  ['\u3164\u2800\u200d', 'Browser wallet'],
  ['', 'Browser wallet'],
  ['   ', 'Browser wallet'],
  ['x'.repeat(1_000_000), 'x'.repeat(40)],
  ['🔑'.repeat(50), '🔑'.repeat(40)],
  [`Z${'\u0300\u0489'.repeat(500)}algo`, 'Z\u0300\u0489'],
  ['Ẅållẹ́t', 'Ẅållẹ́t'],
  ['<img src=x>', '<img src=x>'],
  ['Кошелёк 钱包 محفظة', 'Кошелёк 钱包 محفظة'],
])('T21 the name %j is shown as %j', (name, shown) => {
  const { page, found } = discover()
  page.announce({ info: { ...info, name }, provider: wallet() })
  expect(found[0]?.info.name).toBe(shown)
})

test.each([
  ['data:image/png;base64,AAAA', true],
  ['\n  data:image/webp;base64,AAAA\n', true],
  ['data:image/svg+xml,%3Csvg/%3E', true],
  ['data:image/gif;base64,AAAA', true],
  ['data:image/jpeg;base64,AAAA', true],
  [`data:image/png;base64,${'A'.repeat(65_536)}`, false],
  ['https://evil.example/track.png', false],
  ['javascript:alert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['data:image/svg+xmlx,evil', false],
  [' x data:image/png;base64,AAAA', false],
  [42, false],
  [{}, false],
  [undefined, false],
])('T21 the icon %# is taken only as a small data image', (value, kept) => {
  const { page, found } = discover()
  page.announce({ info: { ...info, icon: value }, provider: wallet() })
  expect(found[0]?.info.icon).toBe(kept ? String(value).trim() : undefined)
})

test.each([
  ['io.metamask', 'io.metamask'],
  ['com.exodus.web3-wallet', 'com.exodus.web3-wallet'],
  ['IO.MetaMask', 'io.metamask'],
  ['metamask', undefined],
  ['io..metamask', undefined],
  ['.io.metamask', undefined],
  ['io.metamask ', 'io.metamask'],
  ['io.meta mask', undefined],
  ['іо.metamask', undefined],
  [`io.${'m'.repeat(98)}`, undefined],
  ['-'.repeat(100), undefined],
  [7, undefined],
  [undefined, undefined],
])('T21 the rdns %j is %j', (rdns, kept) => {
  const { page, found } = discover()
  page.announce({ info: { ...info, rdns }, provider: wallet() })
  expect(found[0]?.info.rdns).toBe(kept)
})

test('fields are read once, so a getter cannot show one thing and be another', () => {
  let reads = 0
  const shifty = {
    ...info,
    get name() {
      return reads++ === 0 ? 'Honest' : '\u202eevil'
    },
    get icon() {
      return reads++ === 1 ? icon : 'javascript:alert(1)'
    },
  }
  const { page, found } = discover()
  page.announce({ info: shifty, provider: wallet() })
  expect(found[0]?.info).toEqual({ name: 'Honest', icon, rdns: info.rdns })
})

test('a page that floods the list with announcements gets a hundred rows', () => {
  const { page, found } = discover()
  for (let uuid = 0; uuid < 1_000; uuid++)
    page.announce({ info: { ...info, uuid: `u${uuid}` }, provider: wallet() })
  expect(found).toHaveLength(100)
})

test('uses window.ethereum when nothing was announced within the settle time', () => {
  const provider = wallet()
  const { page, found } = discover(new FakePage({ ethereum: provider }))
  expect(found).toEqual([])
  page.settle()
  expect(found).toEqual([
    {
      key: 'injected:eip155:0',
      namespace: 'eip155',
      source: 'injected',
      info: { name: 'Browser wallet' },
      provider,
    },
  ])
})

test('leaves window.ethereum alone when a wallet announced itself by then', () => {
  const { page, found } = discover(new FakePage({ ethereum: wallet() }))
  page.announce({ info, provider: wallet() })
  page.settle()
  expect(found.map(one => one.source)).toEqual(['announced'])
})

test('waits for the document before it guesses', () => {
  const page = new FakePage({ ethereum: wallet() })
  page.document.readyState = 'loading'
  const { found } = discover(page)
  page.settle()
  expect(found).toEqual([])
  page.document.dispatchEvent(new Event('DOMContentLoaded'))
  page.settle()
  expect(found).toHaveLength(1)
})

test('ethereum#initialized brings a wallet that was injected late, once', () => {
  const { page, found } = discover()
  page.settle()
  expect(found).toEqual([])
  page.ethereum = wallet()
  for (let time = 0; time < 3; time++) {
    page.dispatchEvent(new Event('ethereum#initialized'))
    page.settle()
  }
  expect(found.map(one => one.key)).toEqual(['injected:eip155:0'])
})

test('wallets that share the global are listed one by one', () => {
  const metamask = { ...wallet(), isMetaMask: true }
  const coinbase = { ...wallet(), isCoinbaseWallet: true, isMetaMask: true }
  const shared = { ...wallet(), providers: [metamask, throwing, coinbase, null, 'x'] }
  const { page, found } = discover(new FakePage({ ethereum: shared }))
  page.settle()
  expect(found.map(({ key, info: { name }, provider }) => [key, name, provider])).toEqual([
    ['injected:eip155:0', 'MetaMask', metamask],
    ['injected:eip155:2', 'Coinbase Wallet', coinbase],
  ])
})

test.each([
  [{ isRabby: true, isMetaMask: true }, 'Rabby'],
  [{ isBraveWallet: true, isMetaMask: true }, 'Brave Wallet'],
  [{ isTrust: true }, 'Trust'],
  [{ isMetaMask: true }, 'MetaMask'],
  [{ isMetaMask: 1 }, 'Browser wallet'],
])('an old wallet with the flags %j is called %s', (flags, name) => {
  const { page, found } = discover(new FakePage({ ethereum: { ...wallet(), ...flags } }))
  page.settle()
  expect(found[0]?.info.name).toBe(name)
})

test.each([
  ['missing', undefined],
  ['null', null],
  ['no provider', { isMetaMask: true }],
  ['unreadable', throwing],
  ['an empty list', { providers: [] }],
  ['a list that is no list', { ...wallet(), providers: 7 }],
])('a global that is %s neither throws nor adds another wallet', (_name, ethereum) => {
  const { page, found } = discover(new FakePage({ ethereum }))
  expect(() => page.settle()).not.toThrow()
  expect(found.filter(one => one.provider !== ethereum)).toEqual([])
})

test('ignores a global whose getter throws', () => {
  const page = new FakePage()
  Object.defineProperty(page, 'ethereum', {
    get: () => {
      throw new Error('two extensions fought')
    },
  })
  const { found } = discover(page)
  expect(() => page.settle()).not.toThrow()
  expect(found).toEqual([])
})

test('each of the two ways can be switched off', () => {
  const silent = discover(new FakePage({ ethereum: wallet() }), { announced: false, injected: true })
  expect(silent.page.requests).toBe(0)
  silent.page.announce({ info, provider: wallet() })
  silent.page.settle()
  expect(silent.found.map(one => one.source)).toEqual(['injected'])

  const strict = discover(new FakePage({ ethereum: wallet() }), { announced: true, injected: false })
  strict.page.dispatchEvent(new Event('ethereum#initialized'))
  expect(waiting).toEqual([])
  expect(strict.found).toEqual([])
})
