/**
 * What first-time tasks ask of a stranger, from the shop's page on: presses and words counted and printed. What a wallet asks
 * in its own window is its own. Logging in by email and by a passkey: firstvisit.spec.ts.
 */
import { devices } from '@playwright/test'
import type { LatchkeyOptions } from 'latchkey'
import { enterPhone } from '../setup/enterPhone.ts'
import { doings, untilIndexed } from '../setup/history.ts'
import { LabPage } from '../setup/LabPage.ts'
import { meet } from '../setup/meet.ts'
import { readStack } from '../setup/stack.ts'
import { expect, freshAccount, fund, test } from '../setup/test.ts'

const ether = 10n ** 18n

type Stranger = ReturnType<typeof meet>

/** Prints what a task came to, and judges it. */
function judge(task: string, { tally }: Stranger, most: number): void {
  const { actions, report } = tally()
  console.log(`${task} (at most ${most}): ${report}`)
  expect(actions).toBeLessThanOrEqual(most)
}

test('connecting an installed wallet: at most 2 presses', async ({ shop, wallet: _ }) => {
  await shop.goto({ relay: 'on', services: 'on', login: 'on' })
  const stranger = meet()
  await stranger.press('Connect wallet', shop.connectButton)
  await expect(shop.row('Meadow Wallet')).toBeVisible()
  await stranger.see('Connect', shop.dialog)
  await stranger.press('Meadow Wallet', shop.row('Meadow Wallet'))
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
  judge('An installed wallet', stranger, 2)
})

test('connecting a phone by its camera: at most 2 presses', async ({ browser, kept, shop, wallet: _ }) => {
  const phone = await enterPhone(kept, browser)
  await phone.open()
  await shop.goto({ relay: 'on', services: 'on', login: 'on' })
  const stranger = meet()
  await stranger.press('Connect wallet', shop.connectButton)
  await expect(shop.code).toBeVisible()
  await stranger.see('Connect', shop.dialog)
  await phone.pair(await shop.pairingUri())
  await phone.answer('Connect to this site?', 'Connect')
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
  judge('A phone by its camera', stranger, 2)
})

test.describe('on a phone', () => {
  const { userAgent, viewport, isMobile, hasTouch } = devices['iPhone 13']
  test.use({ userAgent, viewport, isMobile, hasTouch })
  const site = 'https://shop.example'

  test('opening the page in a phone wallet: at most 2 taps', async ({ page, shop, stack }) => {
    // A wallet's browser opens no page but by https.
    await page.route(`${site}/**`, async route => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: `${stack.shop}${pathname}${search}` }) })
    })
    await page
      .context()
      .route('https://link.metamask.io/**', route => route.fulfill({ body: 'The page in MetaMask' }))
    await page.goto(`${site}/?wallets=none&services=off&relay=on`)
    const stranger = meet({ touches: true })
    await stranger.press('Connect wallet', shop.connectButton)
    await expect(shop.row(/^MetaMask/)).toBeVisible()
    await stranger.see('Connect', shop.dialog)
    const opening = page.waitForEvent('popup')
    await stranger.press('MetaMask', shop.row(/^MetaMask/))
    expect((await opening).url()).toMatch(/^https:\/\/link\.metamask\.io\/dapp\/shop\.example\//)
    judge('Opening in a phone wallet', stranger, 2)
  })
})

test('sending: at most 6 actions', async ({ send, wallet: _, account }) => {
  await fund(account.address, ether)
  await send.goto()
  await send.connectByHandle('Meadow Wallet')
  const stranger = meet()
  await stranger.press('Account', send.accountButton)
  await send.expectView('Account')
  await stranger.see('Account', send.dialog)
  await stranger.press('Send', send.button('Send'))
  // The keyboard is in the amount already.
  await expect(send.amount).toBeFocused()
  await stranger.see('the form', send.dialog)
  await stranger.type('amount', send.amount, '0.25')
  await stranger.type('to', send.receiver, freshAccount().address)
  await stranger.press('Review', send.button('Review'))
  await send.expectView('WalletSendPreview')
  await expect(send.button('Send 0.25 ETH')).toBeEnabled()
  await stranger.see('the review', send.dialog)
  await stranger.press('Send 0.25 ETH', send.button('Send 0.25 ETH'))
  await expect(send.status).toContainText('0.25 ETH sent')
  await stranger.see('sent', send.dialog)
  judge('Sending', stranger, 6)
})

test('receiving: at most 2 presses', async ({ shop, wallet: _ }) => {
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  const stranger = meet()
  await stranger.press('Account', shop.accountButton)
  await shop.expectView('Account')
  await stranger.see('Account', shop.dialog)
  await stranger.press('Receive', shop.row('Receive'))
  await shop.expectView('WalletReceive')
  await expect(shop.dialog.getByRole('img', { name: 'QR code of your address' })).toBeVisible()
  await stranger.see('Receive', shop.dialog)
  judge('Receiving', stranger, 2)
})

test('switching the network: at most 3 presses, from the account too', async ({ shop, wallet: _ }) => {
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  const stranger = meet()
  await stranger.press('Network: Alder', shop.networkButton)
  await shop.expectView('Networks')
  await stranger.see('Networks', shop.dialog)
  await stranger.press('Birch', shop.row('Birch'))
  await expect(shop.networkButton).toHaveAccessibleName('Network: Birch')
  await expect(shop.dialog).toBeHidden()
  judge('Another network, by its button', stranger, 3)

  const another = meet()
  await another.press('Account', shop.accountButton)
  await shop.expectView('Account')
  await another.see('Account', shop.dialog)
  await another.press('Birch', shop.row('Birch'))
  await shop.expectView('Networks')
  await another.see('Networks', shop.dialog)
  await another.press('Alder', shop.row('Alder'))
  await expect(shop.networkButton).toHaveAccessibleName('Network: Alder')
  judge('Another network, from the account', another, 3)
})

test('a sign-in that is required: no press more than connecting', async ({ shop, wallet: _ }) => {
  await shop.goto({ signin: 'required' })
  const stranger = meet()
  await stranger.press('Connect wallet', shop.connectButton)
  await expect(shop.row('Meadow Wallet')).toBeVisible()
  await stranger.see('Connect', shop.dialog)
  await stranger.press('Meadow Wallet', shop.row('Meadow Wallet'))
  await expect.poll(() => shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(true)
  await expect(shop.dialog).toBeHidden()
  judge('A required sign-in', stranger, 2)
})

test('finding a transaction and its explorer page: at most 4 presses', async ({
  page,
  account,
  wallet: _,
}) => {
  await fund(account.address, 10n * ether)
  const hash = await doings().send(account, freshAccount().address, ether)
  await untilIndexed(account.address, 1)
  await page.context().route('https://scan.example/**', route => route.fulfill({ body: 'Scan' }))
  const networks = readStack().chains.map(network => ({
    ...network,
    blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
  }))
  const lab = new LabPage(page)
  const options: unknown = { projectId: 'latchkey-dev', features: { activity: true }, networks }
  await lab.make(options as LatchkeyOptions)
  await lab.connectByHandle('Meadow Wallet')
  const stranger = meet()
  await stranger.press('Account', lab.accountButton)
  await lab.expectView('Account')
  await stranger.press('Activity', lab.dialog.getByRole('tab', { name: 'Activity' }))
  const entry = lab.dialog.getByRole('list', { name: 'Activity' }).getByRole('button', { name: /^Sent/ })
  await expect(entry).toBeVisible()
  await stranger.see('the activity', lab.dialog)
  await stranger.press('the transaction', entry)
  const link = lab.dialog.getByRole('link', { name: 'View on Scan' })
  await expect(link).toBeVisible()
  await stranger.see('the transaction', lab.dialog)
  const opening = page.waitForEvent('popup')
  await stranger.press('View on Scan', link)
  expect((await opening).url()).toBe(`https://scan.example/tx/${hash}`)
  judge('A transaction and its explorer page', stranger, 4)
})

test('disconnecting: at most 3 presses', async ({ shop, wallet: _ }) => {
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  const stranger = meet()
  await stranger.press('Account', shop.accountButton)
  await shop.expectView('Account')
  await stranger.see('Account', shop.dialog)
  await stranger.press('More', shop.button('More'))
  await stranger.see('with the menu', shop.dialog)
  await stranger.press('Disconnect', shop.dialog.getByRole('menuitem', { name: 'Disconnect' }))
  await expect(shop.connectButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
  judge('Disconnecting', stranger, 3)
})
