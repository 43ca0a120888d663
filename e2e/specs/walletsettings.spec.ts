/** What keeps an embedded wallet its visitor's: from Account to the settings that the frame draws. */
import { addAuthenticator, framed, frameOf, pressInFrame, saveRecoveryCode } from '../setup/embeddedWallet.ts'
import { Shop } from '../setup/Shop.ts'
import { expect, test } from '../setup/test.ts'

test.use(framed)

const options = { login: 'on' }

/** Goes to the frame's screen for passkeys. */
async function goToPasskeys(shop: Shop): Promise<void> {
  await shop.goto(options)
  await shop.openConnect()
  await shop.button('Continue with a passkey').click()
}

test('recovery is reminded of until it is set up, and a browser under another site is taken back (T82)', async ({
  page,
  shop,
  faults,
}) => {
  await addAuthenticator(page, page.context())
  const frame = frameOf(page)
  const press = (name: string | RegExp) => pressInFrame(page, frame.getByRole('button', { name }))
  const titled = (name: string) => expect(frame.getByRole('heading', { name, exact: true })).toBeVisible()
  const reminder = shop.dialog.getByRole('region', { name: 'Recovery is not set up' })

  await goToPasskeys(shop)
  await press('Create a new wallet')
  await press('Create wallet')
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()

  await test.step('by keyboard: from the reminder to a code, and back to an account without it', async () => {
    await shop.openAccount()
    await expect(reminder).toBeVisible()
    await reminder.getByRole('button', { name: 'Set up recovery' }).press('Enter')
    await shop.expectView('WalletSettings')
    await titled('Recovery')
    await frame.getByRole('button', { name: 'Create a recovery code' }).press('Enter')
    await saveRecoveryCode(page)
    await page.keyboard.press('Enter')
    await expect(frame.getByText('Recovery code', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await shop.expectView('Account')
    await shop.openMenu()
    await expect(shop.menuItem('settings')).toBeVisible()
    await expect(reminder).toBeHidden()
  })

  // A site of its own: the wallet's storage there is another one, and so a browser of its own to it.
  const there = page.url().replace('localhost', '127.0.0.1')
  const other = new Shop(page, new URL(there).origin)
  await test.step('under another site the passkey opens the same wallet', async () => {
    const address = await shop.state(({ accounts }) => accounts.eip155?.address)
    await goToPasskeys(other)
    await press('Log in with a passkey')
    // A new browser shows the wallet that it restored before it uses it (S4).
    await expect(frame.getByText(address ?? '')).toBeVisible()
    await press('Use this wallet')
    await expect(other.accountButton).toBeVisible()
    expect(await other.state(({ accounts }) => accounts.eip155?.address)).toBe(address)
  })

  await test.step('it is taken back from the first one', async () => {
    await shop.goto(options)
    await expect.poll(() => shop.state(({ accounts }) => accounts.eip155?.isConnected)).toBe(true)
    await shop.openAccount()
    await shop.pressMenu('settings')
    await press(/^Browsers/)
    await titled('Browsers')
    await press(/127\.0\.0\.1/)
    await press('Remove browser')
    await titled('Browsers')
    await expect(frame.getByText('127.0.0.1')).toHaveCount(0)
    await expect(frame.getByText('This browser')).toBeVisible()
  })

  await other.goto(options)
  await expect(other.connectButton).toBeVisible()
  await expect.poll(() => other.state(({ connections }) => connections.length)).toBe(0)
  // Its session is over, which the services say and browsers log.
  expect(faults.length).toBeGreaterThan(0)
  for (const fault of faults.splice(0)) expect(fault).toContain('401')
})
