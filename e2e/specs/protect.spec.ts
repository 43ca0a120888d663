/** A new wallet: there with the login, protected now or later, and lost nowhere without a word. */
import type { Page } from '@playwright/test'
import type { Address } from 'viem'
import { chain } from '../setup/chain.ts'
import {
  addAuthenticator,
  approve,
  framed,
  frameOf,
  logInByEmail,
  pressInFrame,
} from '../setup/embeddedWallet.ts'
import type { SendPage } from '../setup/SendPage.ts'
import { Shop } from '../setup/Shop.ts'
import { expect, freshAccount, fund, test } from '../setup/test.ts'

test.use(framed)

const options = { login: 'on' }

/** Logs in at the provider of the stack, up to what the wallet asks then. */
async function logInByGoogle(shop: Shop, person: string): Promise<void> {
  await shop.goto(options)
  await shop.openConnect()
  const [window] = await Promise.all([
    shop.page.context().waitForEvent('page'),
    shop.button('Continue with Google').click(),
  ])
  await window.getByRole('textbox').fill(person)
  await window.getByRole('button', { name: 'Log in' }).click()
}

/** The same shop under another site: the wallet's storage there is another one, and so a browser of its own to it. */
const elsewhere = (page: Page) => new Shop(page, new URL(page.url().replace('localhost', '127.0.0.1')).origin)

test('a wallet is there with the login, survives a reload, and a passkey that protects it brings it to another browser', async ({
  page,
  shop,
  account: { address: name },
}) => {
  await addAuthenticator(page, page.context())
  const frame = frameOf(page)
  const line = shop.dialog.getByRole('region', { name: 'Your wallet is not protected' })
  await shop.goto(options)
  await logInByEmail(shop, `${name.toLowerCase()}.keep@mail.example`)
  const address = await shop.state(({ accounts }) => accounts.eip155?.address)
  expect(address).toMatch(/^0x/)

  await page.reload()
  await expect.poll(() => shop.state(({ accounts }) => accounts.eip155?.isConnected)).toBe(true)
  expect(await shop.state(({ accounts }) => accounts.eip155?.address)).toBe(address)
  await shop.openAccount()
  await expect(line).toContainText('Only this browser can open this wallet.')
  await line.getByRole('button', { name: 'Protect wallet' }).click()
  await shop.expectView('WalletSettings')
  await frame.getByRole('button', { name: 'Use a passkey' }).click()
  await shop.expectView('Account')
  await shop.openMenu()
  await expect(shop.menuItem('settings')).toBeVisible()
  await expect(line).toBeHidden()

  const other = elsewhere(page)
  await other.goto(options)
  await other.openConnect()
  await other.button('Continue with a passkey').click()
  await frame.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(frame.getByText(address ?? '')).toBeVisible()
  await frame.getByRole('button', { name: 'Use this wallet' }).click()
  await expect(other.accountButton).toBeVisible()
  expect(await other.state(({ accounts }) => accounts.eip155?.address)).toBe(address)
})

test('closing the card puts the protection off; another browser says where the wallet is, and how its login ends', async ({
  page,
  shop,
}) => {
  const frame = frameOf(page)
  await logInByGoogle(shop, 'petra@mail.example')
  await expect(frame.getByRole('heading', { name: 'Protect your wallet' })).toBeVisible()
  await shop.button('Close').click()
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()

  const other = elsewhere(page)
  await logInByGoogle(other, 'petra@mail.example')
  await expect(frame.getByRole('heading', { name: 'Your wallet is in another browser' })).toBeVisible()
  await expect(
    frame.getByRole('form').getByText('Only the browser that created it can open it.'),
  ).toBeVisible()
  await frame.getByRole('button', { name: 'Cancel' }).click()
  await expect(
    frame.getByRole('form').getByText('You’re logged out. Your wallet hasn’t changed.'),
  ).toBeVisible()
  await frame.getByRole('button', { name: 'Close' }).click()
  await expect(other.connectButton).toBeVisible()
  expect(await other.state(({ connections }) => connections)).toEqual([])
})

/** A new wallet that holds an ether and that nothing protects yet, on the review of a transfer. */
async function reviewUnprotected(send: SendPage, email: string, to: Address): Promise<void> {
  await send.goto(options)
  await logInByEmail(send, email)
  await fund((await send.state(({ accounts }) => accounts.eip155?.address)) as Address, 10n ** 18n)
  await send.page.evaluate(() => void window.latchkey?.open({ view: 'WalletSend' }).catch(() => {}))
  await send.expectView('WalletSend')
  await send.review('0.25', to)
  await expect(send.dialog.getByText('Only this browser can open this wallet.')).toBeVisible()
}

test('before something leaves an unprotected wallet it asks once, and "Later" leads back to the same review', async ({
  page,
  send,
  account: { address: name },
}) => {
  const { address: to } = freshAccount()
  await reviewUnprotected(send, `${name.toLowerCase()}.later@mail.example`, to)
  await send.button('Send 0.25 ETH').click()
  await send.expectView('WalletSettings')
  await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Later' }))
  await send.expectView('WalletSendPreview')
  await expect(send.dialog.locator('[part=address]')).toHaveText(to)
  await send.button('Send 0.25 ETH').click()
  await approve(send, { stays: true })
  await expect(send.status).toContainText('0.25 ETH sent')
  expect(await chain(31337).getBalance(to)).toBe(10n ** 18n / 4n)
})

test('a passkey in the step before sending protects the wallet, and the transfer goes on', async ({
  page,
  send,
  account: { address: name },
}) => {
  await addAuthenticator(page, page.context())
  const { address: to } = freshAccount()
  await reviewUnprotected(send, `${name.toLowerCase()}.first@mail.example`, to)
  await send.button('Send 0.25 ETH').click()
  await send.expectView('WalletSettings')
  await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Use a passkey' }))
  await send.expectView('WalletSendPreview')
  await expect(send.dialog.getByText('Only this browser can open this wallet.')).toBeHidden()
  await send.button('Send 0.25 ETH').click()
  await approve(send, { stays: true })
  await expect(send.status).toContainText('0.25 ETH sent')
  expect(await chain(31337).getBalance(to)).toBe(10n ** 18n / 4n)
})

test('F30: a browser that keeps nothing protects the wallet first and says why; calling it off ends in a sentence', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    if (window === top) return
    for (const name of ['indexedDB', 'localStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  const frame = frameOf(page)
  await logInByGoogle(shop, 'otto@mail.example')
  await expect(frame.getByRole('form').getByText(/^Your browser blocks storage here/)).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Later' })).toHaveCount(0)
  await frame.getByRole('button', { name: 'Cancel' }).click()
  await expect(
    frame.getByRole('form').getByText('No wallet was created, and you’re logged out.'),
  ).toBeVisible()
  await frame.getByRole('button', { name: 'Close' }).click()
  await expect(shop.connectButton).toBeVisible()
  expect(await shop.state(({ connections }) => connections)).toEqual([])
})
