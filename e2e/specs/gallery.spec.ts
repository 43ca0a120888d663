import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { testFontPath } from '../../scripts/chromium/testFonts.ts'
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

test('the gallery shows every view, and each of its states alone', async ({ page, stack }) => {
  await page.goto(`${stack.shop}/gallery.html`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every view, in every state')
  const states = await page.evaluate(() => window.gallery?.states ?? [])
  expect([...new Set(states.map(state => state.view))].sort()).toEqual([...views].sort())
  expect(states.length).toBeGreaterThan(35)
  await page.goto(`${stack.shop}/gallery.html?theme=dark#Account/connected`)
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible()
})

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

/** Opens the gallery on a bare page with the pinned font; answers the ids of its states. */
async function openGallery(page: Page, shop: string): Promise<readonly string[]> {
  // As high as a desktop's and wide enough for its card: more would only cost drawing.
  await page.setViewportSize({ width: 640, height: 800 })
  await page.goto(`${shop}/gallery.html?theme=light#Connect/wallets`)
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
