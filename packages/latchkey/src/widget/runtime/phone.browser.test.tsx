import { expect, test, vi } from 'vitest'
import type { LinkPlatform } from '../../engine/base/linkPlatform.ts'
import { eventually } from '../conformance/eventually.ts'
import { createRuntimePage } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const { find, root, press, pressButton, start } = page

const ownRelay = { endpoints: { relay: 'wss://relay.example.com' } }
const publicRelay = { endpoints: { relay: 'wss://relay.walletconnect.com' } }
const address = 'https://shop.example/cart?item=7#pay'
const ios: LinkPlatform = { os: 'ios', telegram: false, framed: false, page: address }
const android: LinkPlatform = { ...ios, os: 'android' }
const desktop: LinkPlatform = { ...ios, os: 'desktop' }

const names = () => [...root().querySelectorAll('.row-name')].map(each => each.textContent)

/** Names below one heading of the list. */
const section = (heading: string) => {
  const list = [...root().querySelectorAll('.list-heading')].find(each => each.textContent === heading)
  return (
    list?.parentElement && [...list.parentElement.querySelectorAll('.row-name')].map(each => each.textContent)
  )
}

/** The browser's protocol emulates no pointer. */
function pointWith(kind: string): void {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation(query =>
    query.includes('pointer:')
      ? matchMedia.call(window, query.includes(kind) ? 'all' : 'not all')
      : matchMedia.call(window, query),
  )
}

/** What a press opened, in the form that a browser is given. */
function recordLinks(): string[] {
  const opened: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(`${this.target} ${this.href}`)
  })
  return opened
}

test('on a phone nothing speaks of installing, and the row for any wallet of a relay of the host’s own is last', async () => {
  const runtime = start({ wallets: [], platform: ios, options: ownRelay })
  runtime.open()
  await until(() => find('[data-row="rdns:io.metamask"]'))
  expect(find('.connect-none')).toBeNull()
  expect(section('On your phone')?.at(-1)).toBe('Another phone wallet')
  expect(names().at(-1)).toBe('Search wallets')
  expect(names()).not.toContain('Rainbow')
})

test('on a desktop with another way to connect, nothing speaks of installing either', async () => {
  const runtime = start({ wallets: [], platform: desktop, options: { ...publicRelay, layout: 'narrow' } })
  runtime.open()
  await eventually(() => section('On your phone')?.[0]).toBe('WalletConnect')
  expect(find('.connect-none')).toBeNull()
})

test('without another way to connect, the hint leads the list', async () => {
  // No phone opens this page.
  const runtime = start({ wallets: [], platform: { ...desktop, page: 'http://localhost:4500/' } })
  runtime.open()
  const hint = await until(() => find('.connect-none'))
  expect(hint.compareDocumentPosition(find('.list') as HTMLElement)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(find('.list-heading')?.textContent).toBe('Get a wallet')
})

test.each([
  ['iOS', ios, 'https://apps.apple.com/'],
  ['Android', android, 'https://play.google.com/'],
])(
  'on %s a wallet opens the page in its own browser, and is had from the store of the phone',
  async (_os, platform, store) => {
    const opened = recordLinks()
    const runtime = start({ wallets: [], platform, options: ownRelay })
    runtime.open()
    const link = '_blank https://link.metamask.io/dapp/shop.example/cart?item=7#pay'
    await press('[data-row="rdns:io.metamask"]')
    expect(opened).toEqual([link])
    // The view behind the row offers it again.
    await pressButton('Open in MetaMask')
    expect(opened).toEqual([link, link])
    await eventually(() => find('[data-state=browse] a')?.getAttribute('href')?.startsWith(store)).toBe(true)
    // It was reached for without any relay.
    expect(page.fake.pairing.attempts).toHaveLength(0)
  },
)

test('in Telegram and in a frame the page is opened where that is allowed', async () => {
  const opened = recordLinks()
  const runtime = start({ wallets: [], platform: { ...ios, framed: true }, options: ownRelay })
  runtime.open()
  const link = '_top https://link.metamask.io/dapp/shop.example/cart?item=7#pay'
  await press('[data-row="rdns:io.metamask"]')
  expect(opened).toEqual([link])
  await pressButton('Open in MetaMask')
  expect(opened).toEqual([link, link])
})

test('where a wallet can pair as well, its own browser is the first of two ways on a phone', async () => {
  const runtime = start({ wallets: [], platform: ios, options: publicRelay })
  runtime.open()
  await press('[data-row="rdns:io.metamask"]')
  await eventually(() => [...root().querySelectorAll('[role=tab]')].map(tab => tab.textContent)).toEqual([
    'Wallet browser',
    'App',
  ])
  expect(find('[data-state=browse]')).not.toBeNull()
})

test('a code that no wallet has answered for 30 s says what may be wrong, and its renewal does not start that anew', async () => {
  const runtime = start({ wallets: [], platform: desktop, options: { ...ownRelay, layout: 'narrow' } })
  runtime.open()
  await press('[data-row="dir:walletConnect"]')
  await until(() => find('[data-state=ready] .qr-lines'))
  const { clock } = page.fake
  const words = () => find('.pairing .status-words')?.textContent
  expect(words()).toContain('Only works with wallets set up for this site.')
  expect(find('[part=title]')?.textContent).toBe('Scan to connect')
  clock.advance(29_000)
  expect(words()).toMatch(/^Scan with your phone/)
  clock.advance(1_000)
  await eventually(words).toMatch(/^No answer yet/)
  clock.advance(201_000)
  await until(() => page.fake.pairing.attempts.length > 1)
  await eventually(words).toMatch(/^No answer yet/)
})

test.each([
  ['desktop', desktop, 'fine', true],
  ['desktop with a finger', desktop, 'coarse', false],
  ['phone', ios, 'fine', false],
])('all wallets on a %s: whether the search field has the focus', async (_what, platform, kind, expected) => {
  pointWith(kind)
  const runtime = start({ wallets: [], platform, directory: { wallets: 20 } })
  runtime.open({ view: 'AllWallets' })
  await until(() => find('.wallet-tile'))
  expect(root().activeElement?.tagName === 'INPUT').toBe(expected)
})
