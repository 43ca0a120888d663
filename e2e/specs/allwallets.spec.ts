import type { Page, Route } from '@playwright/test'
import { examineCard } from 'latchkey/examine'
import { stopClock } from '../setup/stopClock.ts'
import { expect, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'
import type { Widget } from '../setup/Widget.ts'

const services = 'on'
const tiles = (shop: Widget) => shop.dialog.locator('.wallet-tile')
const tile = (shop: Widget, name: string) => tiles(shop).filter({ hasText: name })
const field = (shop: Widget) => shop.dialog.getByRole('searchbox', { name: 'Search wallets' })
const trouble = (shop: Widget) => shop.status.filter({ hasText: 'Network Error: Wallet Load Failed' })

test('SPEC §2 AllWallets: from the first list to the whole catalogue, page by page', async ({
  page,
  shop,
  wallet: _,
}) => {
  const asked = recordQueries(page)
  await shop.goto({ services })
  await shop.openConnect()
  const search = shop.row('Search wallets')
  await expect(search).toHaveText(/^Search wallets[1-9]\d*0\+?$/)
  await search.click()
  await shop.expectView('AllWallets')
  await expect(shop.title).toHaveText('All wallets')
  await expect(tiles(shop).first()).toHaveText('Meadow Walletinstalled')
  // The installed one, and a page of 40.
  await expect.poll(() => tiles(shop).count()).toBeGreaterThanOrEqual(41)
  await expect(shop.dialog.getByRole('status')).toContainText(/\d+ wallets/)

  await tiles(shop).last().scrollIntoViewIfNeeded()
  await expect.poll(() => tiles(shop).count()).toBeGreaterThan(50)
  await expect(shop.dialog.locator('.skeleton-tile')).toHaveCount(0)
  const pages = asked().map(query => query.get('page'))
  expect(pages.filter(number => number === '2')).toHaveLength(1)
  expect(asked().every(query => query.get('chains')?.split(',').includes('eip155:1'))).toBe(true)
  const names = await tiles(shop).allTextContents()
  expect(new Set(names).size).toBe(names.length)
})

test('without services it lists the wallets the library brings along, and no more code is loaded before it is needed', async ({
  page,
  shop,
  stack,
  wallet: _,
}) => {
  const paths: string[] = []
  const foreign: string[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.origin === new URL(stack.shop).origin) paths.push(url.pathname)
    else if (url.protocol.startsWith('http')) foreign.push(url.href)
  })
  const parts = () => paths.filter(path => /\/(AllWalletsView|createDirectory|api|apiImages)-/.test(path))
  await shop.goto({ services: 'off' })
  await shop.openConnect()
  await page.waitForLoadState('networkidle')
  expect(parts()).toEqual([])
  await shop.row('Search wallets').click()
  await expect(tile(shop, 'MetaMask')).toBeVisible()
  await expect(trouble(shop)).toBeHidden()
  expect(parts()).toHaveLength(2)
  await field(shop).fill('rainb')
  await expect(tile(shop, 'Rainbow')).toBeVisible()
  await expect(tiles(shop)).toHaveCount(1)
  expect(foreign).toEqual([])
})

test('a search waits for the last key, finds in the whole directory, and is undone at once', async ({
  page,
  shop,
  wallet: _,
}) => {
  const asked = recordQueries(page)
  await shop.goto({ services })
  await openAllWallets(shop)
  await expect.poll(() => tiles(shop).count()).toBeGreaterThan(20)
  // No time passes between two keys, however long a busy machine takes for them.
  await stopClock(page)
  await field(shop).pressSequentially('r')
  await expect(tile(shop, 'Meadow Wallet')).toBeVisible()
  await field(shop).pressSequentially('ainb')
  await page.clock.runFor(499)
  expect(asked().filter(query => query.has('search'))).toEqual([])
  await page.clock.resume()
  await expect(tiles(shop)).toHaveText(['Rainbow'])
  await expect(shop.dialog.getByRole('status')).toHaveText('1 wallet')
  const searches = asked().flatMap(query => query.get('search') ?? [])
  expect(searches).toEqual(['rainb'])
  expect(
    asked()
      .find(query => query.has('search'))
      ?.get('entries'),
  ).toBe('100')

  await field(shop).fill('no such wallet')
  await expect(shop.status).toContainText('No wallets match “no such wallet”')
  await shop.button('Clear search').click()
  await expect(tile(shop, 'Meadow Wallet')).toBeVisible()
  await expect(field(shop)).toBeFocused()
})

together(
  'LOOK keyboard: found, walked through by arrows and chosen without a mouse; Escape leads back to the search',
  async ({ page, shop, wallet: _ }) => {
    await shop.goto({ services })
    await openAllWallets(shop)
    await expect.poll(() => tiles(shop).count()).toBeGreaterThan(20)
    // Typing searches at once.
    await expect(field(shop)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(tiles(shop).nth(0)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(tiles(shop).nth(4)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(tiles(shop).nth(5)).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    await expect(field(shop)).toBeFocused()
    // One stop for the whole grid.
    await page.keyboard.press('Tab')
    await expect(tiles(shop).nth(0)).toBeFocused()

    await field(shop).fill('rainb')
    await expect(tiles(shop)).toHaveText(['Rainbow'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await shop.expectView('Downloads')
    await expect(shop.title).toHaveText('Rainbow')
    await expect(shop.dialog.getByRole('link', { name: 'Browser extension' })).toHaveAttribute(
      'href',
      /^https:\/\/chromewebstore\.google\.com\//,
    )
    await page.keyboard.press('Escape')
    await shop.expectView('AllWallets')
    await expect(field(shop)).toHaveValue('rainb')
    await expect(tiles(shop)).toHaveText(['Rainbow'])
  },
)

together('an installed wallet of the catalogue is asked at once', async ({ shop, wallet: _ }) => {
  await shop.goto({ services })
  await openAllWallets(shop)
  await tile(shop, 'Meadow Wallet').click()
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
})

test('the count outside, the one announced and the rows of the whole list are one number', async ({
  shop,
  wallet: _,
}) => {
  await shop.goto({ services })
  await shop.openConnect()
  await expect(shop.row('Search wallets')).toHaveText(/^Search wallets[1-9]\d*0\+?$/)
  const outside = Number((await shop.row('Search wallets').innerText()).match(/\d+/)?.[0])
  await shop.row('Search wallets').click()
  await shop.expectView('AllWallets')
  const status = shop.dialog.getByRole('status')
  await expect(status).toHaveText(/^\d+ wallets$/)
  const said = Number((await status.innerText()).split(' ')[0])
  expect(Math.floor(said / 10) * 10).toBe(outside)
  await tiles(shop).last().scrollIntoViewIfNeeded()
  await expect(tiles(shop)).toHaveCount(said)
  await expect(status).toHaveText(`${said} wallets`)
})

test('a search forgives mistakes and knows short names', async ({ shop, wallet: _ }) => {
  await shop.goto({ services })
  await openAllWallets(shop)
  for (const [search, name] of [
    ['metamsk', 'MetaMask'],
    ['mm', 'MetaMask'],
    ['turst', 'Trust Wallet'],
  ] as const) {
    await field(shop).fill(search)
    await expect(tiles(shop).first()).toHaveText(name)
  }
})

test('on a phone it is a sheet of four columns, two with large text, and everything can be touched', async ({
  page,
  shop,
  wallet: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await shop.goto({ services })
  await openAllWallets(shop)
  await expect.poll(() => tiles(shop).count()).toBeGreaterThan(20)
  expect(await columns(shop)).toBe(4)
  expect(await page.evaluate(examineCard, { touch: true })).toEqual([])
  const card = await shop.card.boundingBox()
  expect(Math.round((card?.y ?? 0) + (card?.height ?? 0))).toBe(844)
  // The card keeps its height while one searches.
  await field(shop).fill('rainb')
  await expect(tiles(shop)).toHaveText(['Rainbow'])
  expect((await shop.card.boundingBox())?.height).toBe(card?.height)
  await field(shop).fill('')
  await page.addStyleTag({ content: '[data-latchkey] { --lk-font-size-master: 20px !important }' })
  await expect.poll(() => columns(shop)).toBe(2)
})

test('the rows of Connect stay where they are while it is open, and follow the directory at the next opening', async ({
  page,
  shop,
  stack,
  wallet: _,
}) => {
  // The order of a page is the directory's; each listing is signed by itself.
  await page.route(`${stack.services}/getWallets?**`, async route => {
    const { data, count } = await answerOf(route)
    await route.fulfill({ json: { data: data.toReversed(), count } })
  })
  const names = shop.dialog.locator('.row-name')
  await shop.goto({ services })
  await shop.openConnect()
  const before = await names.allTextContents()
  await expect(shop.row('Search wallets')).toHaveText(/\d0\+?$/)
  expect(await names.allTextContents()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(shop.dialog).toBeHidden()
  await expect
    .poll(() => page.evaluate('window.latchkey.getWallets().map(({ name }) => name)'))
    .not.toContain('MetaMask')
  await shop.openConnect()
  const after = await names.allTextContents()
  expect(after).toHaveLength(before.length)
  expect([after[0], after.at(-1)]).toEqual([before[0], before.at(-1)])
  expect(after.slice(1, -1)).not.toEqual(before.slice(1, -1))
})

test('a picture takes the place of a letter in the row that is there', async ({
  page,
  shop,
  stack,
  wallet: _,
}) => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(`${stack.services}/getWalletImage/**`, async route => {
    await held
    await route.continue()
  })
  await shop.goto({ services })
  await shop.openConnect()
  const row = shop.row('MetaMask')
  await expect(row.locator('.logo-letter')).toHaveText('M')
  await expect(shop.row('Search wallets')).toHaveText(/\d0\+?$/)
  const place = await row.boundingBox()
  release()
  await expect(row.locator('img[src^="data:image/"]')).toBeVisible()
  expect(await row.boundingBox()).toEqual(place)
})

test('networks have the pictures of the services, once a visitor looks at them', async ({
  page,
  shop,
  wallet: _,
}) => {
  const pictures: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/public/')) pictures.push(decodeURIComponent(pathname))
  })
  await shop.goto({ services, networks: '31337,all' })
  await shop.openConnect()
  await page.keyboard.press('Escape')
  expect(pictures).toEqual([])
  await shop.networkButton.click()
  await shop.expectView('Networks')
  await expect(shop.row('Ethereum').first().locator('img[src^="data:image/"]')).toBeVisible()
  expect(pictures).toContain('/public/getAssetImage/eip155:1')
  expect(new Set(pictures).size).toBe(pictures.length)
})

test('F24 services cut off: the built-in wallets, APKT003 in words and to the developer, and another try', async ({
  page,
  shop,
  stack,
  wallet: _,
  forgiven,
}) => {
  forgiven.push(/ERR_FAILED|APKT003/)
  const cut = (route: Route) => route.abort()
  await page.route(`${stack.services}/**`, cut)
  await shop.goto({ services })
  const alerts = await shop.record('alert')
  await openAllWallets(shop)
  await expect(trouble(shop)).toBeVisible()
  await expect(tiles(shop).first()).toContainText('Meadow Wallet')
  await expect(tile(shop, 'MetaMask')).toBeVisible()
  expect((await alerts.all()).filter(alert => (alert as { code: string }).code === 'APKT003')).toHaveLength(1)
  await field(shop).fill('rainb')
  await expect(tiles(shop)).toContainText(['Rainbow'])
  await expect(tiles(shop)).toHaveCount(1)
  await field(shop).fill('')

  await page.unroute(`${stack.services}/**`, cut)
  await shop.button('Try again').click()
  await expect(trouble(shop)).toBeHidden()
  await expect.poll(() => tiles(shop).count()).toBeGreaterThan(20)
})

test('F25 missing pictures hold the list for two seconds, and change nothing when they arrive', async ({
  page,
  shop,
  stack,
  wallet: _,
}) => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(`${stack.services}/getWalletImage/**`, async route => {
    await held
    await route.continue()
  })
  await shop.goto({ services })
  await openAllWallets(shop)
  await expect.poll(() => tiles(shop).count()).toBeGreaterThan(20)
  const metamask = tile(shop, 'MetaMask')
  await expect(metamask.locator('.logo-letter')).toHaveText('M')
  const before = await metamask.boundingBox()
  release()
  await expect(metamask.locator('img')).toBeVisible()
  expect(await metamask.boundingBox()).toEqual(before)
})

test('T98 hides a listing that was tampered with, and rejects a head with a foreign signature', async ({
  page,
  shop,
  stack,
  wallet: _,
  forgiven,
}) => {
  forgiven.push(/APKT003/)
  await page.route(`${stack.services}/getWallets?**`, async route => {
    const { data, count } = await answerOf(route)
    const [first = {}, second = {}, ...others] = data
    const evil = [
      { ...first, name: 'Evil Wallet', homepage: 'https://evil.example' },
      { ...second, mobile_link: 'javascript:alert(1)' },
    ]
    await route.fulfill({ json: { data: [...evil, ...others], count } })
  })
  await shop.goto({ services })
  const alerts = await shop.record('alert')
  await openAllWallets(shop)
  await expect.poll(() => tiles(shop).count()).toBeGreaterThan(20)
  await expect(tile(shop, 'Evil')).toHaveCount(0)
  await expect(trouble(shop)).toBeHidden()
  // Another one may come before it: that the project's settings win over the page's.
  await expect.poll(() => alerts.all()).toContainEqual(expect.objectContaining({ code: 'APKT003' }))

  await page.route(`${stack.services}/getRegistryHead?**`, async route => {
    const head = (await (await route.fetch()).json()) as { version: number }
    await route.fulfill({ json: { ...head, version: head.version + 1 } })
  })
  await shop.goto({ services })
  await openAllWallets(shop)
  await expect(trouble(shop)).toBeVisible()
  await expect(tile(shop, 'Evil')).toHaveCount(0)
  await expect(tile(shop, 'MetaMask')).toBeVisible()
})

async function openAllWallets(shop: Widget): Promise<void> {
  await shop.openConnect()
  await shop.row('Search wallets').click()
  await shop.expectView('AllWallets')
  await expect(tiles(shop).first()).toBeVisible()
}

function columns(shop: Widget): Promise<number> {
  return shop.dialog
    .locator('.all-wallets-grid')
    .evaluate(grid => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
}

interface Answer {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly count: number
}

async function answerOf(route: Route): Promise<Answer> {
  return (await (await route.fetch()).json()) as Answer
}

/** What the page asks the directory for from now on. */
function recordQueries(page: Page): () => readonly URLSearchParams[] {
  const queries: URLSearchParams[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/getWallets') queries.push(searchParams)
  })
  return () => queries
}
