/** The widget and the stack's phone, over the stack's own relay: what a newcomer does to try pairing. */
import type { Page } from '@playwright/test'
import { recoverMessageAddress, stringToHex } from 'viem'
import { enterPhone } from '../setup/enterPhone.ts'
import { PhonePage } from '../setup/PhonePage.ts'
import type { Shop } from '../setup/Shop.ts'
import { test as alone, expect } from '../setup/test.ts'
import { together } from '../setup/together.ts'

const site = 'Fernweh Press'

const test = together.extend<{ readonly phone: PhonePage }>({
  phone: async ({ browser, kept }, use) => use(await enterPhone(kept, browser)),
})

async function openCode(shop: Shop): Promise<void> {
  await shop.goto({ relay: 'on' })
  await shop.openCode()
}

/** What the phone's camera would see: the screen of the shop. */
async function scan(shop: Shop, phone: PhonePage): Promise<void> {
  const buffer = await shop.page.screenshot()
  await phone.page
    .getByLabel('Choose picture')
    .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer })
}

/** What the code says, pasted: how it is read from the screen has tests of its own. */
async function paste(shop: Shop, phone: PhonePage): Promise<void> {
  await phone.pair(await shop.pairingUri())
}

async function pair(shop: Shop, phone: PhonePage, read = paste): Promise<void> {
  await phone.open()
  await openCode(shop)
  await read(shop, phone)
  await phone.answer('Connect to this site?', 'Connect')
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
}

test('a code is scanned from a screenshot, approved, used, and outlives a reload', async ({
  shop,
  phone,
}) => {
  await pair(shop, phone, scan)
  await expect(phone.connection(site)).toBeVisible()
  const address = await phone.address()
  expect(await shop.state(state => state.connections)).toMatchObject([
    { transport: 'pairing', wallet: { name: 'Pocket' } },
  ])
  expect(await shop.state(state => state.accounts.eip155?.address)).toBe(address)

  const signing = sign(shop.page, 'Hello from the shop', address)
  await phone.answer(/Sign/, 'Sign')
  const signature = await signing
  expect(await recoverMessageAddress({ message: 'Hello from the shop', signature })).toBe(address)

  await shop.page.reload()
  await expect(shop.accountButton).toBeVisible()
  await expect.poll(() => shop.state(state => state.accounts.eip155?.status)).toBe('connected')
  expect(await shop.state(state => state.accounts.eip155?.address)).toBe(address)
  const again = sign(shop.page, 'Once more', address)
  await phone.answer(/Sign/, 'Sign')
  expect(await again).toMatch(/^0x[0-9a-f]{130}$/)
})

test('the phone ends it, and the page knows', async ({ shop, phone }) => {
  await pair(shop, phone)
  const ended = await shop.record('disconnected')
  await phone.disconnect(site)
  await expect(shop.connectButton).toBeVisible()
  expect(await ended.at(0)).toMatchObject({ namespace: 'eip155', by: 'wallet' })
})

test('the page ends it, and the phone knows', async ({ shop, phone }) => {
  await pair(shop, phone)
  await shop.openAccount()
  await shop.pressMenu('disconnect')
  await expect(shop.connectButton).toBeVisible()
  await expect(phone.connection(site)).toBeHidden()
})

test('beside no list: a refusal shows on the page, and the next code is already there', async ({
  shop,
  phone,
}) => {
  await phone.open()
  await shop.goto({ relay: 'on', layout: 'narrow' })
  await shop.openConnect()
  await shop.row(/^Another phone wallet/).click()
  await shop.expectView('ConnectingWalletConnect')
  await shop.pairingUri()
  await scan(shop, phone)
  await phone.answer('Connect to this site?', 'Reject')
  await expect(shop.status).toContainText('Connection rejected')
  await expect(shop.dialog.getByRole('img', { name: 'Code to scan with a wallet' })).toBeVisible()
  await scan(shop, phone)
  await phone.answer('Connect to this site?', 'Connect')
  await expect(shop.accountButton).toBeVisible()
})

alone('a wallet’s own site is opened in the tap, with the link to answer', async ({ shop }) => {
  await shop.goto({ relay: 'on' })
  await shop.openConnect()
  await shop.row(/^Pocket/).click()
  await shop.dialog.getByRole('tab', { name: 'Website' }).click()
  const opening = shop.page.waitForEvent('popup')
  // The requested address, not the one in the bar: the wallet removes the link from it as it starts.
  const asking = shop.page
    .context()
    .waitForEvent('request', request => request.isNavigationRequest() && request.url().includes('uri=wc'))
  await shop.button('Open Pocket').click()
  const phone = new PhonePage(await opening)
  await expect(shop.status).toContainText('Approve in Pocket')
  expect(new URL((await asking).url()).pathname).toBe('/wc')
  await phone.answer('Connect to this site?', 'Connect')
  await expect(shop.accountButton).toBeVisible()
  expect(await shop.state(state => state.connections[0]?.walletId)).toBe('custom:pocket')
  expect(await shop.page.evaluate(() => localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE'))).toContain(
    'Pocket',
  )
})

test('a page that is discarded while the phone asks is connected when it comes back', async ({
  shop,
  phone,
}) => {
  await phone.open()
  await openCode(shop)
  await paste(shop, phone)
  await expect(phone.sheet).toContainText('Connect to this site?')
  // What phones do to a page in the background: it ends without a word.
  await shop.page.goto('about:blank')
  await phone.answer('Connect to this site?', 'Connect')
  await shop.goto({ relay: 'on' })
  await expect(shop.accountButton).toBeVisible()
  await expect.poll(() => shop.state(state => state.accounts.eip155?.status)).toBe('connected')
  expect(await shop.state(state => state.accounts.eip155?.address)).toBe(await phone.address())
  await expect(phone.connection(site)).toBeVisible()
})

test('closing withdraws the request from the phone', async ({ shop, phone }) => {
  await phone.open()
  await openCode(shop)
  await paste(shop, phone)
  await expect(phone.sheet).toContainText('Connect to this site?')
  await shop.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(shop.dialog).toBeHidden()
  await expect(phone.sheet).toBeHidden()
  await expect(phone.connection(site)).toBeHidden()
})

test('a host without a dialog draws the URI itself', async ({ shop, phone }) => {
  await phone.open()
  await shop.goto({ relay: 'on' })
  const uris = await shop.record('pairingUri')
  await shop.page.evaluate(async () => {
    await window.latchkey?.preload()
    void window.latchkey?.connect({ wallet: 'dir:walletConnect' })
  })
  expect(JSON.stringify(await uris.at(0))).not.toContain('wc:')
  await phone.pair(await shop.page.evaluate(() => window.latchkey?.wcUri ?? ''))
  await phone.answer('Connect to this site?', 'Connect')
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
})

function sign(page: Page, message: string, address: string): Promise<`0x${string}`> {
  const params = [stringToHex(message), address]
  const signing = page.evaluate(async given => {
    const provider = window.latchkey?.getProvider() as {
      request(call: { method: string; params: unknown }): Promise<`0x${string}`>
    }
    return provider.request({ method: 'personal_sign', params: given })
  }, params)
  signing.catch(() => undefined)
  return signing
}
