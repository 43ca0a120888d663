/**
 * Takes the pictures of docs/look.md from a running playground:
 * `node docs/pictures/takeLook.ts [http://localhost:4400] [name]` beside `npm start`; a name takes that scene alone.
 */
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, devices, type Locator, type Page } from 'playwright'
import {
  accountButton,
  connectButton,
  desktop,
  openAccount,
  openBrowser,
  phone,
  readCode,
  row,
  settled,
  shop,
  visit as visitBy,
} from './visit.ts'

const folder = join(import.meta.dirname, 'look')
/** A page that wallets open: they take https alone. */
const site = 'https://shop.example'
const iphone = devices['iPhone 13']
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const scenes: Readonly<Record<string, (browser: Browser) => Promise<void>>> = {
  connect: takeConnect,
  phone: takePhone,
  login: takeLogin,
  kept: takeKept,
  account: takeAccount,
  send: takeSend,
  pair: takePairing,
  several: takeSeveral,
  states: takeStates,
}

for (const [name, take] of Object.entries(scenes)) {
  if (process.argv[3] !== undefined && process.argv[3] !== name) continue
  const browser = await openBrowser({ blocked: name === 'kept' })
  try {
    await take(browser)
  } catch (cause) {
    process.exitCode = 1
    console.error(`${name}: ${cause instanceof Error ? cause.message.slice(0, 800) : cause}`)
  } finally {
    await browser.close()
  }
}

function visit(browser: Browser, query: string, options: BrowserContextOptions = {}): Promise<Page> {
  return visitBy(browser, { viewport: desktop, colorScheme: 'light', ...options }, query)
}

function card(page: Page): Locator {
  return page.locator('[data-latchkey=default] .stage-card')
}

/** The card alone. */
async function takeCard(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(600)
  await card(page).screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}

async function takePage(page: Page, name: string): Promise<void> {
  await settled(page, join(folder, `${name}.png`))
}

/** The ways in, on a wide screen. */
async function takeConnect(browser: Browser): Promise<void> {
  const page = await visit(browser, '?wallets=meadow,harbour')
  await connectButton(page).click()
  await row(page, 'Meadow Wallet').waitFor()
  await page.getByRole('img', { name: 'Code to scan with a wallet' }).waitFor()
  await takeCard(page, 'connect')
  await page.setViewportSize({ width: 1280, height: 620 })
  await takePage(page, 'low')
  await page.setViewportSize(desktop)
  await row(page, 'Search wallets').click()
  await page.locator('[data-view=AllWallets] .wallet-tile').nth(30).waitFor()
  await takeCard(page, 'wallets')
  await page.getByRole('searchbox').fill('metamsk')
  await page.locator('.wallet-tile').filter({ hasText: 'MetaMask' }).waitFor()
  await takeCard(page, 'search')
  await page.getByRole('searchbox').fill('zzzz')
  await page.getByText('No wallets match').first().waitFor()
  await takeCard(page, 'nomatch')
  await page.context().close()

  const none = await visit(browser, '?wallets=none')
  await connectButton(none).click()
  await row(none, 'Search wallets').waitFor()
  await takeCard(none, 'nowallet')
  await none.context().setOffline(true)
  await row(none, 'Search wallets').click()
  await none.locator('[data-view=AllWallets]').waitFor()
  await takeCard(none, 'offline')
  await none.context().close()

  const https = await overHttps(browser, { viewport: desktop })
  await https.goto(`${site}/?wallets=none&relay=off&login=off`)
  await connectButton(https).click()
  await row(https, /^MetaMask/).click()
  await https.getByRole('img', { name: /opens this page in MetaMask/ }).waitFor()
  await takeCard(https, 'desktopcode')
  await https.context().close()

  const hosted = await visit(browser, '?wallets=meadow&signin=hosted')
  await connectButton(hosted).click()
  await row(hosted, 'Meadow Wallet').click()
  await hosted.locator('[data-view=DataCapture]').waitFor()
  await takeCard(hosted, 'hosted')
  await hosted.context().close()
}

/** A visitor on a phone. */
async function takePhone(browser: Browser): Promise<void> {
  const page = await visit(browser, '?wallets=none', { ...iphone, viewport: phone, deviceScaleFactor: 1 })
  await takePage(page, 'phone-shop')
  await connectButton(page).tap()
  await row(page, 'Search wallets').waitFor()
  await takePage(page, 'phone-connect')
  await row(page, 'Search wallets').tap()
  await page.getByRole('searchbox').fill('trust')
  await page.locator('.wallet-tile').filter({ hasText: 'Trust Wallet' }).waitFor()
  await takePage(page, 'phone-search')
  await page.context().close()

  const https = await overHttps(browser, { ...iphone, viewport: phone, deviceScaleFactor: 1 })
  await https.goto(`${site}/?wallets=none&relay=off&login=off`)
  await connectButton(https).tap()
  const opening = https.waitForEvent('popup')
  await row(https, /^MetaMask/).tap()
  await (await opening).close()
  await https.getByRole('button', { name: 'Open in MetaMask' }).waitFor()
  await takePage(https, 'phone-metamask')
  await https.context().close()
}

/** The playground under an address with https, and MetaMask's links. */
async function overHttps(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options })
  await context.route(`${site}/**`, async route => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${shop}${pathname}${search}` }) })
  })
  await context.route('https://link.metamask.io/**', route => route.fulfill({ body: '' }))
  // The services know no such site: its pictures come as to the playground.
  const headers = { origin: new URL(shop).origin }
  await context.route(/^http:\/\/localhost:\d+\/(?:public|v1)\//, async route => {
    const response = await route.fetch({ headers: { ...route.request().headers(), ...headers } })
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } })
  })
  return context.newPage()
}

/** A first login by email, and what its wallet asks. */
async function takeLogin(browser: Browser): Promise<void> {
  const page = await visit(browser, '')
  const wallet = page.frameLocator('#w3m-iframe')
  const address = await typeAddress(page)
  await wallet.getByRole('textbox', { name: '6-digit code' }).waitFor()
  await takeCard(page, 'code')
  await wallet.getByRole('textbox', { name: '6-digit code' }).fill(await readCode(page, address))
  await wallet.getByRole('button', { name: 'Later' }).waitFor()
  await takeCard(page, 'protect')
  await wallet.getByRole('button', { name: 'Write down a code' }).click()
  await wallet.locator('.login-groups li').first().waitFor()
  await takeCard(page, 'recovery')
  await wallet.getByRole('checkbox', { name: 'I’ve saved it' }).press('Space')
  await wallet.getByRole('button', { name: 'Continue' }).click()
  await accountButton(page).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await openAccount(page)
  await takeCard(page, 'account-login')
  await page.getByRole('dialog').getByRole('tab', { name: 'NFTs' }).click()
  await takeCard(page, 'empty-nfts')
  await page.getByRole('dialog').getByRole('tab', { name: 'Activity' }).click()
  await takeCard(page, 'empty-activity')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Get test ETH' }).click()
  await page.waitForTimeout(4_000)
  const asked = `{ method: 'eth_sendTransaction', params: [{ from, to: '${friend}', value: '0xb1a2bc2ec50000' }] }`
  await page.evaluate(`(() => {
    const from = window.latchkey.getState().accounts.eip155.address
    window.latchkey.getProvider().request(${asked}).catch(() => undefined)
  })()`)
  await page.locator('[data-view=ApproveTransaction]').waitFor()
  await wallet.locator('button[data-tone=primary]').waitFor()
  await page.waitForTimeout(2_000)
  await takeCard(page, 'approval')
  await takeMail(page, address)
  await page.context().close()
}

/** Types an address that has no wallet yet; answers it. */
async function typeAddress(page: Page): Promise<string> {
  await connectButton(page).click()
  const address = `ada.${Date.now().toString(36).slice(-5)}@mail.example`
  const field = page.getByRole('textbox', { name: 'Email address' })
  await field.fill(address)
  await field.press('Enter')
  return address
}

/** The mail as the inbox shows it. */
async function takeMail(page: Page, address: string): Promise<void> {
  await readCode(page, address)
  const { inbox } = (await (await page.request.get(`${shop}/devstack.json`)).json()) as {
    readonly inbox: string
  }
  const mail = await page.context().newPage()
  await mail.setViewportSize({ width: 560, height: 480 })
  await mail.goto(inbox)
  await mail.getByText(address).first().waitFor()
  await mail
    .getByRole('link', { name: /^Your code/ })
    .first()
    .click()
  await mail.getByText('Enter it where you started').waitFor()
  await takePage(mail, 'mail')
  await mail.close()
}

/** A browser that stores nothing for the wallet's frame, after a reload. */
async function takeKept(browser: Browser): Promise<void> {
  const page = await visit(browser, '')
  const wallet = page.frameLocator('#w3m-iframe')
  const offer = wallet.getByRole('heading', { name: 'Keep your wallet in this browser' })
  await page.addLocatorHandler(offer, () => wallet.getByRole('button', { name: 'Keep it here' }).click())
  const address = await typeAddress(page)
  await wallet.getByRole('textbox', { name: '6-digit code' }).fill(await readCode(page, address))
  await wallet.getByRole('button', { name: 'Write down a code' }).click()
  await wallet.getByRole('checkbox', { name: 'I’ve saved it' }).press('Space')
  await wallet.getByRole('button', { name: 'Continue' }).click()
  await accountButton(page).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.reload()
  await connectButton(page).click()
  await page.locator('[data-row=kept]').waitFor()
  await takeCard(page, 'kept')
  await page.context().close()
}

/** The account of an installed wallet, what its rows and menu lead to. */
async function takeAccount(browser: Browser): Promise<void> {
  const page = await visit(browser, '?wallets=meadow&walletChain=31337')
  await connectButton(page).click()
  await row(page, 'Meadow Wallet').click()
  await accountButton(page).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await openAccount(page)
  await page.locator('[data-view=Account] [aria-busy=true]').waitFor({ state: 'detached' })
  await takeCard(page, 'account')
  await row(page, 'More').click()
  await page.getByRole('menu').waitFor()
  await takeCard(page, 'menu')
  await page.keyboard.press('Escape')
  await page.getByRole('tabpanel').getByRole('button', { name: /^Dai/ }).click()
  await page.locator('[data-view=WalletToken]').waitFor()
  await page.waitForTimeout(1_000)
  await takeCard(page, 'token')
  await row(page, 'Back').click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Activity' }).click()
  await page.getByRole('list', { name: 'Activity' }).getByRole('button').first().waitFor()
  await takeCard(page, 'activity')
  await page.context().close()
}

/** From the form to the receipt. The local chains have no explorer, so they get one here. */
async function takeSend(browser: Browser): Promise<void> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', viewport: desktop })
  await context.route('**/devstack.json', async route => {
    const response = await route.fetch()
    const stack = (await response.json()) as { chains: readonly object[] }
    const blockExplorers = { default: { name: 'Scan', url: 'https://scan.example' } }
    await route.fulfill({
      response,
      json: { ...stack, chains: stack.chains.map(each => ({ ...each, blockExplorers })) },
    })
  })
  const page = await context.newPage()
  await page.goto(`${shop}/?wallets=meadow`)
  await connectButton(page).click()
  await row(page, 'Meadow Wallet').click()
  await accountButton(page).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await openAccount(page)
  await row(page, 'Receive').click()
  await page.getByRole('img', { name: 'QR code of your address' }).waitFor()
  await takeCard(page, 'receive')
  await row(page, 'Back').click()
  await row(page, 'Send').click()
  await page.getByRole('textbox', { name: /^Amount/ }).fill('0.25')
  const to = page.getByRole('textbox', { name: 'To', exact: true })
  await to.fill(friend.replace('0x70997970C5', '0x70997970c5'))
  await page.getByText('There’s a typo').waitFor()
  await takeCard(page, 'mistyped')
  await to.fill(friend)
  await takeCard(page, 'form')
  await row(page, 'Review').click()
  await row(page, 'Send 0.25 ETH').waitFor()
  await page.waitForTimeout(1_500)
  await takeCard(page, 'review')
  await row(page, 'Send 0.25 ETH').click()
  await page.getByText('0.25 ETH sent').first().waitFor()
  await takeCard(page, 'sent')
  await row(page, 'Done').click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Activity' }).click()
  await page.getByRole('list', { name: 'Activity' }).getByRole('button', { name: /^Sent/ }).first().click()
  await page.locator('[data-view=WalletTransaction]').waitFor()
  await page.waitForTimeout(1_000)
  await takeCard(page, 'transaction')
  await context.close()
}

/** A phone that scanned the code. */
async function takePairing(browser: Browser): Promise<void> {
  const page = await visit(browser, '?wallets=none&layout=narrow')
  await connectButton(page).click()
  await row(page, /^Another phone wallet/).click()
  await page.getByRole('img', { name: 'Code to scan with a wallet' }).waitFor()
  await takeCard(page, 'qr')
  const { phone: url } = (await (await page.request.get(`${shop}/devstack.json`)).json()) as {
    readonly phone: string
  }
  const pocket = await (await browser.newContext({ viewport: phone, reducedMotion: 'reduce' })).newPage()
  await pocket.goto(url)
  await pocket.getByLabel('Pairing link').fill(String(await page.evaluate('window.latchkey.wcUri')))
  await pocket.getByRole('button', { name: 'Connect', exact: true }).click()
  const tick = page.getByText('Pocket is connected').first()
  await pocket.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click()
  await tick.waitFor()
  await card(page).screenshot({ path: join(folder, 'paired.png'), animations: 'disabled' })
  await pocket.context().close()
  await page.context().close()
}

/** Two wallets with the same account. */
async function takeSeveral(browser: Browser): Promise<void> {
  const page = await visit(browser, '?wallets=meadow,harbour')
  for (const wallet of ['Meadow Wallet', 'Harbour']) {
    await page.evaluate(`void window.latchkey.open({ view: 'Connect', arguments: { add: true } })`)
    await row(page, wallet).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await openAccount(page)
  await row(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Wallets' }).click()
  await page.locator('[data-view=ProfileWallets]').waitFor()
  await takeCard(page, 'several')
  await page.context().close()
}

/** What a visitor of the playground rarely meets, from its gallery. */
async function takeStates(browser: Browser): Promise<void> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', viewport: desktop })
  const page = await context.newPage()
  for (const [name, id] of [
    ['signin', 'SIWXSignMessage/ready'],
    ['declined', 'SIWXSignMessage/rejected'],
    ['unsupported', 'UnsupportedChain/listed'],
    ['asked', 'WalletSendPreview/asking'],
  ] as const) {
    await page.goto(`${shop}/gallery.html?state=${id}&theme=light`)
    await page.locator(`html[data-shown="${id}"]`).waitFor({ state: 'attached' })
    await page.waitForTimeout(600)
    const shown = page.locator('[data-latchkey] dialog[open] .stage-card')
    await shown.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
  }
  await context.close()
}
