import { createSimulatedSolanaWallet } from '@latchkey/testing'
import { afterEach, expect, test } from 'vitest'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { discoverStandard } from './discoverStandard.ts'

const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function walletOf(fields: object = {}) {
  return {
    version: '1.0.0',
    name: 'Example',
    icon,
    chains: ['solana:mainnet'],
    accounts: [],
    features: { 'standard:connect': { connect: async () => ({ accounts: [] }) } },
    ...fields,
  }
}

interface Api {
  register(...wallets: readonly unknown[]): () => void
}

/** A page whose wallets register themselves as the standard says. */
class FakePage extends EventTarget {
  readonly ready: Api[] = []

  constructor() {
    super()
    this.addEventListener('wallet-standard:app-ready', event =>
      this.ready.push((event as CustomEvent).detail),
    )
  }

  register(detail: unknown): void {
    this.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  }

  add(...wallets: readonly unknown[]): void {
    this.register((api: Api) => api.register(...wallets))
  }
}

function discover(page = new FakePage(), { announced = true, namespace = 'solana' } = {}) {
  const found: DiscoveredWallet[] = []
  const stop = discoverStandard(page as unknown as Window, { announced, namespace }, one => found.push(one))
  stops.push(stop)
  return { page, found, stop, names: () => found.map(({ info }) => info.name) }
}

const throwing = new Proxy(
  {},
  {
    get: () => {
      throw new Error('read me not')
    },
  },
)

test('finds wallets that were there first: they register when the page says that it is ready', () => {
  const page = new FakePage()
  const provider = walletOf()
  page.addEventListener('wallet-standard:app-ready', event =>
    ((event as CustomEvent).detail as Api).register(provider),
  )
  const { found } = discover(page)
  expect(found).toEqual([
    {
      key: 'standard:solana:0',
      namespace: 'solana',
      source: 'announced',
      info: { name: 'Example', icon },
      provider,
    },
  ])
  expect(found[0]?.provider).toBe(provider)
})

test('listens before it says that it is ready', () => {
  const page = new FakePage()
  page.addEventListener('wallet-standard:app-ready', () => page.add(walletOf()))
  expect(discover(page).found).toHaveLength(1)
})

test('finds wallets that come later, several in one call, and by a library that they kept', () => {
  const { page, names } = discover()
  page.add(walletOf({ name: 'A' }), walletOf({ name: 'B' }))
  page.ready[0]?.register(walletOf({ name: 'C' }))
  expect(names()).toEqual(['A', 'B', 'C'])
})

test('a wallet that registers again, by the event and by the library, is one wallet', () => {
  const { page, found } = discover()
  const wallet = walletOf()
  page.add(wallet, wallet)
  page.ready[0]?.register(wallet)
  page.add(wallet)
  expect(found).toHaveLength(1)
})

test('T21 two wallets of one name are both reported, under keys of their own', () => {
  const { page, found } = discover()
  page.add(walletOf(), walletOf())
  expect(new Set(found.map(({ key }) => key)).size).toBe(2)
})

test('a wallet that unregisters keeps its row, and is the same one when it comes back', () => {
  const { page, found } = discover()
  const wallet = walletOf()
  const leave = page.ready[0]?.register(wallet)
  leave?.()
  leave?.()
  page.add(wallet)
  expect(found).toHaveLength(1)
})

test('hears nothing after it was stopped', () => {
  const { page, found, stop } = discover()
  stop()
  page.add(walletOf())
  page.ready[0]?.register(walletOf())
  expect(found).toEqual([])
})

test('announcements are not asked for where the host wants none', () => {
  const { page, found } = discover(new FakePage(), { announced: false })
  page.add(walletOf())
  expect(page.ready).toEqual([])
  expect(found).toEqual([])
})

test('each ecosystem finds its own wallets, and one of both is found by both', () => {
  const page = new FakePage()
  const sui = discover(page, { namespace: 'sui' })
  const solana = discover(page)
  page.add(
    walletOf({ name: 'Solana' }),
    walletOf({ name: 'Sui', chains: ['sui:mainnet'] }),
    walletOf({ name: 'Both', chains: ['sui:mainnet', 'solana:devnet'] }),
    walletOf({ name: 'Neither', chains: ['bitcoin:mainnet', 'solanax:mainnet', 'solana'] }),
    walletOf({ name: 'None', chains: [] }),
  )
  expect(solana.names()).toEqual(['Solana', 'Both'])
  expect(sui.names()).toEqual(['Sui', 'Both'])
})

test('the embedded wallet of a widget is left out: it is in the list as a login', () => {
  const { page, found } = discover()
  page.add(walletOf({ isLogin: true }))
  expect(found).toEqual([])
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['text', 'wallet'],
  ['a symbol', Symbol('wallet')],
  ['an object without anything', {}],
  ['a proxy that throws', throwing],
  ['no name', walletOf({ name: undefined })],
  ['a name that is an object', walletOf({ name: { toString: () => 'x' } })],
  ['chains that are none', walletOf({ chains: 'solana:mainnet' })],
  ['chains that are numbers', walletOf({ chains: [1, null, {}] })],
  ['no features', walletOf({ features: undefined })],
  ['features that throw', walletOf({ features: throwing })],
  ['no way to connect', walletOf({ features: { 'standard:connect': {} } })],
  [
    'a name that throws',
    {
      ...walletOf(),
      get name() {
        throw new Error('no')
      },
    },
  ],
])('T21 a wallet that is %s is dropped, and the next one is found', (_what, wallet) => {
  const { page, names } = discover()
  page.add(wallet, walletOf({ name: 'Next' }))
  expect(names()).toEqual(['Next'])
})

test('T21 names and icons are bounded', () => {
  const { page, found } = discover()
  page.add(
    walletOf({ name: `\u202E${'x'.repeat(100_000)}`, icon: `data:image/png;base64,${'A'.repeat(70_000)}` }),
    walletOf({ name: '\u200B\u2800', icon: 'javascript:alert(1)' }),
    walletOf({ name: 'A\nB', icon: 'https://evil.example/x.svg' }),
    walletOf({ name: 'Line', icon: `\n${icon}` }),
  )
  expect(found.map(({ info }) => info)).toEqual([
    { name: 'x'.repeat(40) },
    { name: 'Browser wallet' },
    { name: 'A B' },
    { name: 'Line', icon },
  ])
})

test('T21 a page that floods the list gets a hundred rows', () => {
  const { page, found } = discover()
  page.add(...Array.from({ length: 250 }, () => walletOf()))
  page.add(walletOf({ name: 'Late' }))
  expect(found).toHaveLength(100)
})

test('T21 wallets of other ecosystems in thousands are not all read', () => {
  const { page, found } = discover()
  let reads = 0
  const other = () => ({
    ...walletOf(),
    get chains() {
      reads++
      return []
    },
  })
  for (let round = 0; round < 5; round++) page.add(...Array.from({ length: 1_000 }, other))
  expect(reads).toBe(1_000)
  expect(found).toEqual([])
})

test('a registration that is none, or fails, costs no other', () => {
  const { page, names } = discover()
  page.register(undefined)
  page.register({ register: 1 })
  page.register(() => {
    throw new Error('no')
  })
  page.dispatchEvent(new Event('wallet-standard:register-wallet'))
  page.add(walletOf())
  expect(names()).toEqual(['Example'])
})

test('what wallets get cannot be changed by one of them for the others', () => {
  const { page, names } = discover()
  page.register((api: { register: unknown }) => {
    api.register = () => undefined
  })
  page.add(walletOf())
  expect(names()).toEqual(['Example'])
})

test.each(['now', 'manual'] as const)(
  'finds a wallet that was written apart from it (announce: %s)',
  announce => {
    const page = new FakePage()
    const { found } = discover(page)
    const wallet = createSimulatedSolanaWallet({ name: 'Violet', target: page, memory: false, announce })
    wallet.announce()
    expect(found.map(({ provider }) => provider)).toEqual([wallet.standard])
    wallet.stop()
  },
)
