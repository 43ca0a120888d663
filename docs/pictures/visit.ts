/** What the scripts that take pictures have in common: a visitor of the playground, step by step. */
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright'
import { chromiumArgs, ensureChromium } from '../../scripts/chromium/chromium.ts'

export const desktop = { width: 1280, height: 800 }
export const phone = { width: 390, height: 844 }

/** The browser that pictures are taken in; `blocked`: one that stores nothing for a frame of another site. */
export async function openBrowser({ blocked = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureChromium(),
    args: blocked
      ? [...chromiumArgs, '--test-third-party-cookie-phaseout']
      : // The wallet's frame has a storage for each site around it, as in people's browsers.
        chromiumArgs.map(arg => arg.replace(/ThirdPartyStoragePartitioning,?/, '')),
  })
}

/** The address of the playground: the script's argument, or that of `npm start`. */
export const shop = process.argv[2] ?? 'http://localhost:4400'

/** A new visitor at the playground with these options in its address. */
export async function visit(browser: Browser, options: BrowserContextOptions, query: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  await page.goto(`${shop}/${query}`)
  await connectButton(page).waitFor()
  return page
}

/** A picture once nothing moves any more. */
export async function settled(page: Page, path?: string): Promise<Buffer> {
  // The shop's own transitions and the card's fade are far shorter than this.
  await page.waitForTimeout(600)
  return page.screenshot({ animations: 'disabled', ...(path !== undefined && { path }) })
}

export async function openConnect(page: Page): Promise<void> {
  await connectButton(page).click()
  await row(page, 'Meadow Wallet').waitFor()
}

export async function openAccount(page: Page): Promise<void> {
  await accountButton(page).click()
  await page.locator('[data-view=Account]').waitFor()
  // The balance comes from the chain, the rows from the services.
  await page
    .locator('[data-view=Account]')
    .getByText(/\d ETH$/)
    .first()
    .waitFor()
  await page.locator('[role=tabpanel] img').first().waitFor()
}

/** The six digits of the mail to an address, from the inbox that the stack names. */
export async function readCode(page: Page, address: string): Promise<string> {
  const { inbox } = (await (await page.request.get(`${shop}/devstack.json`)).json()) as {
    readonly inbox: string
  }
  for (;;) {
    const answer = await page.request.get(`${inbox}/messages`)
    const mails = (await answer.json()) as readonly { readonly to: unknown; readonly text: string }[]
    const mail = mails.find(({ to }) => JSON.stringify(to).includes(address))
    const code = mail && /^ {4}(\d{6})$/m.exec(mail.text)?.[1]
    if (code !== undefined) return code
    await page.waitForTimeout(200)
  }
}

export function connectButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Connect wallet', exact: true })
}

export function accountButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Account / })
}

export function row(page: Page, name: string | RegExp): Locator {
  return page.getByRole('dialog').getByRole('button', { name })
}
