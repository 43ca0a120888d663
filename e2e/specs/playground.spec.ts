import { findBarriers } from '../setup/findBarriers.ts'
import { PhonePage } from '../setup/PhonePage.ts'
import { expect, test } from '../setup/test.ts'

test('the playground offers the whole product, each way by one press', async ({ page, stack, shop }) => {
  await page.goto(`${stack.shop}/`)
  const ways = page.getByRole('navigation', { name: 'Try' })
  await expect(ways.locator('b')).toHaveText([
    'Wallet',
    'Phone',
    'Email',
    'Passkey',
    'Sign in',
    'Send',
    'Swap',
  ])

  await ways.getByRole('button', { name: /^Wallet/ }).click()
  await shop.expectView('Connect')
  await expect(shop.dialog.getByRole('textbox', { name: 'Email address' })).toBeVisible()
  await expect(shop.row('Continue with a passkey')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shop.dialog).toBeHidden()

  await ways.getByRole('button', { name: /^Send/ }).click()
  await shop.row('Meadow Wallet').click()
  await shop.expectView('WalletSend')
  expect(await shop.state(state => state.features.multiWallet)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(shop.dialog).toBeHidden()

  await ways.getByRole('button', { name: /^Swap/ }).click()
  await shop.expectView('Swap')
  await page.keyboard.press('Escape')
  await expect(shop.dialog).toBeHidden()

  await ways.getByRole('link', { name: /^Sign in/ }).click()
  await expect(page).toHaveURL(/signin=required/)
  await expect(shop.dialog).toBeVisible()
})

test('beside a code a link opens the sample phone with it; beside a mailed code one opens the inbox', async ({
  page,
  stack,
  shop,
}) => {
  await page.goto(`${stack.shop}/`)
  const ways = page.getByRole('navigation', { name: 'Try' })
  await ways.getByRole('button', { name: /^Phone/ }).click()
  const link = shop.dialog.getByRole('link', { name: 'Open the sample phone (new tab)' })
  await expect(link).toBeVisible()
  await link.focus()
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const phone = new PhonePage(await opened)
  await expect(phone.sheet).toContainText('Fernweh Press')
  // The widget is still there: the link is a part of its dialog.
  await expect(shop.dialog).toBeVisible()
  await phone.page.close()
  await page.keyboard.press('Escape')
  await expect(shop.dialog).toBeHidden()
  await expect(link).toHaveCount(0)

  // The code that stands beside the list of wallets has it as well.
  await ways.getByRole('button', { name: /^Wallet/ }).click()
  await shop.expectView('Connect')
  await expect(link).toHaveAttribute('href', /wc\?uri=wc%3A/)
  await page.keyboard.press('Escape')
  await expect(shop.dialog).toBeHidden()

  await ways.getByRole('button', { name: /^Email/ }).click()
  const inbox = shop.dialog.getByRole('link', { name: 'Open the inbox (new tab)' })
  await expect(inbox).toHaveAttribute('href', stack.inbox)
})

test('the link beside a code leaves the sheet at the bottom of a phone', async ({ page, stack, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${stack.shop}/`)
  await page
    .getByRole('navigation', { name: 'Try' })
    .getByRole('button', { name: /^Phone/ })
    .click()
  await expect(shop.dialog.getByRole('link', { name: 'Open the sample phone (new tab)' })).toBeVisible()
  await expect
    .poll(async () => {
      const box = await shop.card.boundingBox()
      return box && box.y + box.height
    })
    .toBe(844)
})

test('on a phone the header takes two lines, also beside an address, and nothing is wider than the screen', async ({
  page,
  stack,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${stack.shop}/`)
  await expect(shop.networkButton).toBeVisible()
  const banner = page.getByRole('banner')
  const header = await banner.boundingBox()
  expect(header?.height).toBeLessThan(125)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await shop.connect('Meadow Wallet')
  expect((await banner.boundingBox())?.height).toBe(header?.height)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  // What the account is called has the whole line in Account's menu, as the way out has.
  await shop.openAccount()
  await shop.openMenu()
  const name = shop.menuItem('name')
  await expect(name).toBeVisible()
  const out = await shop.menuItem('disconnect').boundingBox()
  expect((await name.boundingBox())?.width).toBe(out?.width)
})

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the shop and its ways to try, ${scheme}, on a phone and on a desktop`, async ({
    page,
    stack,
    shop,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${stack.shop}/`)
    await expect(shop.networkButton).toBeVisible()
    for (const size of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size)
      expect(await findBarriers(page)).toEqual([])
    }
  })
}
