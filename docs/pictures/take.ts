/**
 * Takes the pictures of docs/tour.md and README.md from a running playground:
 * `node docs/pictures/take.ts [http://localhost:4400]` beside `npm start`.
 */
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright'
import {
  accountButton,
  connectButton,
  desktop,
  openAccount,
  openBrowser,
  openConnect,
  phone,
  readCode,
  row,
  settled,
  visit as visitBy,
} from './visit.ts'

const folder = import.meta.dirname

type Scheme = 'light' | 'dark'

const browser = await openBrowser()
const visit = (options: BrowserContextOptions, query: string) => visitBy(browser, options, query)
try {
  await takeLogin()
  await takeJourney()
  await takeRefusal()
  // One installed wallet fewer, so that all ways are seen.
  await takePair('hero.png', { width: 760, height: 760 }, '?wallets=meadow', async page => {
    await openConnect(page)
  })
  await takePair('phone.png', phone, '', async (page, scheme) => {
    await openConnect(page)
    if (scheme === 'light') return
    await row(page, 'Meadow Wallet').click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await openAccount(page)
  })
} finally {
  await browser.close()
}

/** A login by email, from the first look to the account, in the order of docs/tour.md. */
async function takeLogin(): Promise<void> {
  const page = await visit({ viewport: desktop, colorScheme: 'light' }, '')
  await take(page, '1-shop.png')

  await openConnect(page)
  await take(page, '2-connect.png')

  // One that has no wallet yet.
  const address = `ada.${Date.now().toString(36).slice(-5)}@mail.example`
  const field = page.getByRole('textbox', { name: 'Email address' })
  await field.fill(address)
  await field.press('Enter')
  const wallet = page.frameLocator('#w3m-iframe')
  const code = wallet.getByRole('textbox', { name: '6-digit code' })
  await code.waitFor()
  await page.getByRole('link', { name: 'Open the inbox (new tab)' }).waitFor()
  await take(page, '3-code.png')

  await code.fill(await readCode(page, address))
  const later = wallet.getByRole('button', { name: 'Later' })
  await later.waitFor()
  await take(page, '4-protect.png')

  await later.click()
  await accountButton(page).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await openAccount(page)
  await take(page, '5-account.png')
  await page.context().close()
}

/** A visit with a wallet of the browser, from the request to the end. */
async function takeJourney(): Promise<void> {
  const page = await visit({ viewport: desktop, colorScheme: 'light' }, '?answer=ask')
  await openConnect(page)
  await row(page, 'Meadow Wallet').click()
  await page.locator('[data-view=ConnectingExternal]').waitFor()
  await take(page, '6-asked.png')

  await page.waitForFunction(approve, 'meadow')
  await accountButton(page).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await openAccount(page)
  await take(page, '7-wallet.png')

  await row(page, 'Alder').click()
  await page.locator('[data-view=Networks]').waitFor()
  await take(page, '8-networks.png')

  await row(page, 'Birch').click()
  await page.locator('[data-view=SwitchNetwork]').waitFor()
  await page.waitForFunction(approve, 'meadow')
  await page.getByRole('button', { name: 'Network: Birch' }).waitFor()
  await take(page, '9-switched.png')

  await page.reload()
  await accountButton(page).waitFor()
  await page.getByRole('button', { name: /^Options/ }).click()
  const state = page.getByTestId('state')
  await state.getByText('"status": "connected"').waitFor()
  await state.evaluate(foldOthers)
  await state.evaluate(scrollToAccounts)
  await take(page, '10-reloaded.png')

  await page.getByRole('button', { name: 'Close options' }).click()
  await openAccount(page)
  await row(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await connectButton(page).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await take(page, '11-disconnected.png')
  await page.context().close()
}

/** What a visitor sees who said no in the wallet. */
async function takeRefusal(): Promise<void> {
  const page = await visit({ viewport: desktop, colorScheme: 'dark' }, '?answer=reject')
  await openConnect(page)
  await row(page, 'Harbour').click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await take(page, 'refused.png')
  await page.context().close()
}

/** The same moment in both themes, side by side in one picture. */
async function takePair(
  name: string,
  viewport: { readonly width: number; readonly height: number },
  query: string,
  go: (page: Page, scheme: Scheme) => Promise<void>,
): Promise<void> {
  const halves: string[] = []
  for (const scheme of ['light', 'dark'] as const) {
    const page = await visit({ viewport, colorScheme: scheme }, query)
    await go(page, scheme)
    halves.push((await settled(page)).toString('base64'))
    await page.context().close()
  }
  const gap = 16
  const page = await browser.newPage({
    viewport: { width: viewport.width * 2 + gap, height: viewport.height },
  })
  const images = halves.map(data => `<img src="data:image/png;base64,${data}" alt="">`).join('')
  await page.setContent(`<body style="margin:0;display:flex;gap:${gap}px">${images}</body>`)
  await page.screenshot({ path: join(folder, name), omitBackground: true })
  await page.close()
}

async function take(page: Page, name: string): Promise<void> {
  await settled(page, join(folder, name))
}

/** Folds the parts of the panel that say nothing of a reload. */
function foldOthers(state: Element): void {
  for (const part of document.querySelectorAll('aside details')) {
    if (part instanceof HTMLDetailsElement && !part.contains(state)) part.open = false
  }
}

/** Brings the part of the state that a reload is about into sight. */
function scrollToAccounts(state: Element): void {
  const lines = (state.textContent ?? '').split('\n')
  const at = lines.findIndex(line => line.includes('"accounts"'))
  state.scrollTop = (state.scrollHeight / lines.length) * (at - 1)
}

/** Agrees, in the page, to what a simulated wallet is asked, once it is. */
function approve(name: string): boolean {
  interface Wallets {
    readonly [name: string]:
      | { readonly control: { readonly pending: readonly unknown[]; approve(): void } }
      | undefined
  }
  const { __latchkeyWallets } = window as { readonly __latchkeyWallets?: Wallets }
  const control = __latchkeyWallets?.[`example.${name}`]?.control
  if (!control || control.pending.length === 0) return false
  control.approve()
  return true
}
