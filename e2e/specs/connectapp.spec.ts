/** A visitor on a phone: the wallets that open there, the page in a wallet's own browser, and pairing with an app. */
import { devices, type Page } from '@playwright/test'
import { PhonePage } from '../setup/PhonePage.ts'
import type { Shop } from '../setup/Shop.ts'
import { expect, test } from '../setup/test.ts'

const { userAgent, viewport, isMobile, hasTouch } = devices['iPhone 13']
test.use({ userAgent, viewport, isMobile, hasTouch })

const tiles = (shop: Shop) => shop.dialog.locator('.wallet-tile')
const tile = (shop: Shop, name: string) => tiles(shop).filter({ hasText: name })
const field = (shop: Shop) => shop.dialog.getByRole('searchbox', { name: 'Search wallets' })

test('a wallet that hears this relay is a row; it is opened in the tap, and approves', async ({ shop }) => {
  await shop.goto({ relay: 'on' })
  await shop.openConnect()
  // The bundled ones listen on the public network's relays.
  await expect(shop.row(/^Rainbow/)).toBeHidden()
  await expect(shop.section('On your phone').getByRole('button').last()).toHaveText(/^Another phone wallet/)
  await shop.row(/^Pocket/).tap()
  await shop.expectView('ConnectingWalletConnect')
  const opening = shop.page.waitForEvent('popup')
  await shop.button('Open Pocket').tap()
  const phone = new PhonePage(await opening)
  await expect(shop.status).toContainText('Approve in Pocket')
  await phone.answer('Connect to this site?', 'Connect')
  await expect(shop.accountButton).toBeVisible()
})

test('another phone wallet: the code and the link, and who can answer', async ({ shop }) => {
  await shop.goto({ relay: 'on' })
  await shop.openConnect()
  await expect(shop.row(/^Another phone wallet/)).toContainText(
    'Only works with wallets set up for this site',
  )
  await shop.row(/^Another phone wallet/).tap()
  await shop.expectView('ConnectingWalletConnect')
  await expect(shop.dialog.getByRole('img', { name: 'Code to scan with a wallet' })).toBeVisible()
  await expect(shop.button('Copy link')).toBeVisible()
})

test('the count is what the list has, and the search finds what the first list shows, mistakes and short names included', async ({
  shop,
}) => {
  await shop.goto({ services: 'on', relay: 'on' })
  await shop.openConnect()
  // Nothing to install and to reload on a phone.
  await expect(shop.dialog.locator('.connect-none')).toHaveCount(0)
  await expect(shop.row('Search wallets')).toHaveText(/^Search wallets\d+\+?$/)
  const count = (await shop.row('Search wallets').innerText()).match(/\d+\+?$/)?.[0]
  const rows = (await shop.dialog.locator('.row-name').allTextContents()).filter(
    name => !/^(Another|Search)/.test(name),
  )
  await shop.row('Search wallets').tap()
  await shop.expectView('AllWallets')
  await expect(tile(shop, 'MetaMask')).toBeVisible()
  await expect(shop.dialog.locator('.skeleton-tile')).toHaveCount(0)
  expect(String(await tiles(shop).count())).toBe(count)
  // The keyboard would cover the list.
  await expect(field(shop)).not.toBeFocused()
  for (const name of rows) await expect(tile(shop, name)).toBeVisible()

  for (const [search, name] of [
    ['trust', 'Trust Wallet'],
    ['metamsk', 'MetaMask'],
    ['mm', 'MetaMask'],
    ['bitkeep', 'Bitget Wallet'],
  ] as const) {
    await field(shop).fill(search)
    await expect(tiles(shop)).toHaveText([name])
  }
})

test.describe('on a site with https', () => {
  const site = 'https://shop.example'

  test('from no wallet to the page in MetaMask’s own browser, with its query and fragment', async ({
    page,
    shop,
    stack,
  }) => {
    await page.route(`${site}/**`, async route => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: `${stack.shop}${pathname}${search}` }) })
    })
    const opened: string[] = []
    await page.context().route('https://link.metamask.io/**', async route => {
      opened.push(route.request().url())
      await route.fulfill({ body: 'MetaMask' })
    })
    await page.goto(`${site}/?wallets=none&services=off&relay=off#/cart?item=7`)
    await shop.openConnect()
    const link = await page.evaluate(() => location.href.replace('https://', ''))
    expect(link).toContain('#/cart?item=7')
    const expectOpened = async (opening: Promise<Page>, times: number) => {
      expect((await opening).url()).toBe(`https://link.metamask.io/dapp/${link}`)
      // A request carries no fragment; the link that was opened does.
      await expect
        .poll(() => opened)
        .toEqual(Array(times).fill(`https://link.metamask.io/dapp/${link.split('#')[0]}`))
    }
    // The tap on the row opens it, and the view behind it does once more.
    const first = page.waitForEvent('popup')
    await shop.row(/^MetaMask/).tap()
    await expectOpened(first, 1)
    await expect(shop.status).toContainText('Continue in MetaMask')
    await expect(
      shop.dialog.getByRole('list', { name: 'Get MetaMask' }).getByRole('link').first(),
    ).toHaveAttribute('href', /^https:\/\/apps\.apple\.com\//)
    await expect(shop.dialog).not.toContainText(/reload/i)
    const again = page.waitForEvent('popup')
    await shop.button('Open in MetaMask').tap()
    await expectOpened(again, 2)
  })
})

test('on a page without https it says why no wallet can open it', async ({ shop, stack }) => {
  await shop.goto()
  await shop.openConnect()
  await shop.row(/^MetaMask/).tap()
  await expect(shop.status).toContainText('Get MetaMask')
  await expect(shop.dialog.locator('.connecting-note')).toContainText(
    `MetaMask opens https pages only. Serve ${new URL(stack.shop).host} over https`,
  )
})
