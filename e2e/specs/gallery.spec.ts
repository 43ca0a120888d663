import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { testFontPath } from '../../scripts/chromium/testFonts.ts'
import { findBarriers } from '../setup/findBarriers.ts'
import { expect, test } from '../setup/test.ts'

const font = readFileSync(testFontPath).toString('base64')
const screenshots = join(import.meta.dirname, '..', 'screenshots')

// One state shows what a view that throws is replaced by, which React logs, and one a message that cannot be had.
test.afterEach(({ faults }) => {
  const expected = faults.filter(fault => /This view breaks on purpose|SIGN_FAILED/.test(fault))
  for (const fault of expected) faults.splice(faults.indexOf(fault), 1)
})

/** Views of the gallery; a test holds this list to the gallery itself. */
const views = [
  'Connect',
  'ConnectWallets',
  'WhatIsAWallet',
  'AllWallets',
  'Downloads',
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'Account',
  'ProfileWallets',
  'Networks',
  'SwitchNetwork',
  'UnsupportedChain',
  'SwitchActiveChain',
  'WalletReceive',
  'FundWallet',
  'WalletNft',
  'WalletToken',
  'WalletTransaction',
  'SIWXSignMessage',
  'DataCapture',
  'WalletSend',
  'WalletSendSelectToken',
  'WalletSendPreview',
  'WalletSendCalls',
  'Swap',
  'SwapSelectToken',
  'SwapPreview',
  'OnRampProviders',
  'OnRampTokenSelect',
  'OnRampFiatSelect',
  'OnRampOrder',
  'ExchangeSelect',
  'ExchangeOrder',
  'Pay',
  'PayReview',
  'PayForRequest',
  'EmailLogin',
  'ConnectSocials',
  'ConnectingSocial',
  'ConnectingFarcaster',
  'ApproveTransaction',
  'UpdateEmailWallet',
  'WalletSettings',
  'RegisterAccountName',
  'RegisterAccountNameSuccess',
  'AccountName',
  'AccountNameChange',
]

test('the gallery lists every view, and a link opens each state alone', async ({ page, stack }) => {
  await page.goto(`${stack.shop}/gallery.html`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every view, in every state')
  const states = await page.evaluate(() => window.gallery?.states ?? [])
  expect([...new Set(states.map(state => state.view))].sort()).toEqual([...views].sort())
  expect(states.length).toBeGreaterThan(35)
  await expect(page.getByRole('region', { name: 'Embedded wallet' })).toBeVisible()
  const index = page.getByRole('navigation', { name: 'Index of states' })
  await expect(index.locator('li a')).toHaveCount(states.length)
  await page.goto(`${stack.shop}/gallery.html?state=Account/connected&theme=dark`)
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.goto(`${stack.shop}/gallery.html?state=Account/nothing`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such state')
})

test('a state is found by words and room, and shown in the window and look that are chosen', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.shop}/gallery.html`)
  await page.getByRole('searchbox', { name: 'Search' }).fill('Declined visitor')
  await page.getByRole('combobox', { name: 'Room' }).selectOption('Networks')
  await expect(page.getByRole('status')).toHaveText(/^1 of \d+ states$/)
  await page.getByRole('main').getByRole('link', { name: 'The visitor declined' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('The visitor declined')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()

  const frame = page.frameLocator('.one iframe')
  const stage = frame.locator('[data-latchkey] .stage')
  const title = stage.locator('[part=title]')
  const shown = page.locator('.one iframe[data-shown="SwitchNetwork/rejected"]')
  await shown.waitFor()
  const widthOf = () => frame.locator('html').evaluate(() => innerWidth)
  await expect.poll(widthOf).toBe(430)
  for (const width of ['320', '768']) {
    await page.getByRole('combobox', { name: 'Width' }).selectOption(width)
    await expect.poll(widthOf).toBe(Number(width))
  }
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('combobox', { name: 'Direction' }).selectOption('Right to left')
  await expect(stage).toHaveAttribute('dir', 'rtl')
  await page.getByRole('combobox', { name: 'Locale' }).selectOption('Swiss German')
  await expect(stage).toHaveAttribute('lang', 'de-CH')
  await page.getByRole('combobox', { name: 'Text size' }).selectOption('200')
  await expect(title).toHaveCSS('font-size', '34px')
  await page.getByRole('combobox', { name: 'Accent' }).selectOption('Violet')
  const accentOf = (element: Element) => getComputedStyle(element).getPropertyValue('--lk-accent').trim()
  await expect.poll(() => stage.evaluate(accentOf)).not.toBe('#3ed6a8')
  const accent = await stage.evaluate(accentOf)

  const look = 'theme=dark&accent=%237c3aed&dir=rtl&text=200&locale=de-CH'
  await expect(page).toHaveURL(
    `${stack.shop}/gallery.html?show=SwitchNetwork/rejected&room=Networks&search=Declined+visitor&width=768&${look}`,
  )
  await page.reload()
  await shown.waitFor()
  await expect(title).toHaveCSS('font-size', '34px')
  const alone = page.getByRole('link', { name: 'Open alone' })
  await expect(alone).toHaveAttribute('href', `?state=SwitchNetwork/rejected&${look}`)
  await alone.click()
  const card = page.locator('[data-latchkey] .stage')
  await expect(card.locator('[part=title]')).toHaveCSS('font-size', '34px')
  await expect(card).toHaveAttribute('dir', 'rtl')
  expect(await card.evaluate(accentOf)).toBe(accent)
})

test('wallets, networks and tokens have drawings in the gallery, and letters where there is none', async ({
  page,
  stack,
}) => {
  for (const [id, letters] of [
    ['Connect/one', []],
    ['Networks/many', []],
    ['WalletSendSelectToken/tokens', ['U', 'M']],
  ] as const) {
    await page.goto(`${stack.shop}/gallery.html?state=${id}`)
    await page.locator(`html[data-shown="${id}"]`).waitFor({ state: 'attached' })
    await expect(page.locator('[data-latchkey] .stage-card img').first()).toBeVisible()
    await expect(page.locator('[data-latchkey] .stage-card .logo-letter')).toHaveText([...letters])
  }
})

test('the gallery mounts what is seen, and no more', async ({ page, stack }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${stack.shop}/gallery.html`)
  await page.locator('.tile iframe[data-shown="Connect/wallets"]').waitFor()
  expect(page.frames().length).toBeLessThan(14)
  const last = page.locator('.tile').last()
  await last.scrollIntoViewIfNeeded()
  await last.locator('iframe[data-shown]').waitFor()
  await expect.poll(() => page.frames().length).toBeLessThan(14)
  await expect(page.locator('.tile iframe[data-shown="Connect/wallets"]')).toHaveCount(0)
})

test('the gallery goes by keyboard: a state that opens takes no focus, and Back is where one was', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${stack.shop}/gallery.html?room=Networks`)
  await page.locator('.tile iframe[data-shown]').first().waitFor()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the states' })).toBeFocused()
  const index = page.getByRole('navigation', { name: 'Index of states' })
  await index.getByRole('link', { name: 'Many, with search' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('.one iframe[data-shown="Networks/many"]').waitFor()
  await expect(index.getByRole('link', { name: 'Many, with search' })).toBeFocused()
  await page.getByRole('link', { name: 'Next' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('.one iframe[data-shown="Networks/nothing"]').waitFor()
  await expect(page.getByRole('link', { name: 'Next' })).toBeFocused()
  // The widget in the frame is there to be used.
  await page.getByRole('button', { name: 'Start again' }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('iframe')
  await page.getByRole('link', { name: 'All states' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('link', { name: 'Nothing found' })).toBeFocused()
})

for (const { scheme, ...viewport } of [
  { scheme: 'light', width: 1280, height: 800 },
  { scheme: 'dark', width: 390, height: 844 },
  { scheme: 'light', width: 320, height: 568 },
] as const) {
  test(`the gallery itself, ${scheme}, ${viewport.width} wide`, async ({ page, stack }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(viewport)
    for (const [search, ready] of [
      ['?room=Networks', '.tile iframe[data-shown]'],
      ['?room=Networks&show=Networks/many&width=1280', '.one iframe[data-shown]'],
    ] as const) {
      await page.goto(`${stack.shop}/gallery.html${search}`)
      await page.locator(ready).first().waitFor()
      expect(await findBarriers(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
      expect(heading?.height).toBeLessThan(viewport.width < 390 ? 60 : 36)
    }
  })
}

/** How many tests share the states out; each opens one page. */
const parts = 4

// How they are laid out at every size, and what axe finds, is `describeView`'s to say, on these very states.
for (let part = 1; part <= parts; part++) {
  test(`the views look as they did (${part} of ${parts})`, async ({ page, stack, browser }) => {
    const compare = await comparePixels(browser.version())
    const all = await openGallery(page, stack.shop)
    const ids = all.filter((_, index) => index % parts === part - 1)
    for (const id of ids) {
      await test.step(id, async () => {
        await fit(page, id)
        await show(page, id)
        await compare(page, id)
      })
    }
  })
}

/** Compares cards with the screenshots of this Chromium; a Chromium without screenshots is reported, not failed. */
async function comparePixels(version: string): Promise<(page: Page, id: string) => Promise<void>> {
  const [major = 'unknown'] = version.split('.')
  const updating = ['all', 'changed'].includes(test.info().config.updateSnapshots)
  if (!existsSync(join(screenshots, major)) && !updating) {
    const description = `There are no screenshots of Chromium ${major}, so no pixels were compared.`
    test.info().annotations.push({ type: 'pixels', description })
    console.log(description)
    return async () => undefined
  }
  return async (page, id) => {
    await expect
      .soft(page.locator('[data-latchkey] dialog[open] .stage-card'), `${id}, pixels`)
      .toHaveScreenshot([major, `${id.replace('/', '.')}.png`], {
        animations: 'disabled',
        maxDiffPixelRatio: 0.01,
        threshold: 0.2,
      })
  }
}

/** As high as a desktop's and wide enough for the card: more would only cost drawing. */
async function fit(page: Page, id = ''): Promise<void> {
  const width = id.startsWith('Connect/wide') ? 800 : 640
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 })
}

/** Opens the gallery on a bare page with the pinned font; answers the ids of its states. */
async function openGallery(page: Page, shop: string): Promise<readonly string[]> {
  await fit(page)
  await page.goto(`${shop}/gallery.html?state=Connect/wallets&theme=light`)
  await page.locator('html[data-shown="Connect/wallets"]').waitFor({ state: 'attached' })
  await page.addStyleTag({
    content: `
      @font-face { font-family: Pinned; src: url(data:font/ttf;base64,${font}); font-weight: 100 900 }
      [data-latchkey] { --lk-font-family: Pinned, sans-serif; --lk-font-mono: Pinned, monospace }
    `,
  })
  await page.evaluate(() => document.fonts.load('15px Pinned'))
  return page.evaluate(() => window.gallery?.states.map(({ id }) => id) ?? [])
}

async function show(page: Page, id: string): Promise<void> {
  await page.evaluate(async wanted => {
    await window.gallery?.show(wanted)
    const root = document.querySelector('[data-latchkey]')?.shadowRoot
    const passing = root?.getAnimations() ?? []
    await Promise.all(
      passing
        .filter(animation => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(animation => animation.finished.catch(() => undefined)),
    )
  }, id)
}
