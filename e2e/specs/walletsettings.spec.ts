/** What keeps an embedded wallet its visitor's: from Account to the settings that the frame draws. */
import { framed, frameOf } from '../setup/embeddedWallet.ts'
import { Shop } from '../setup/Shop.ts'
import { expect, test } from '../setup/test.ts'

test.use(framed)

const options = { login: 'on', services: 'on' }

/** Goes to the frame's screen for passkeys: what a project has is known from its second opening on. */
async function goToPasskeys(shop: Shop): Promise<void> {
  await shop.goto(options)
  const passkey = shop.button('Continue with a passkey')
  await expect(async () => {
    if (await shop.dialog.isVisible()) await shop.button('Close').click()
    await expect(shop.dialog).toBeHidden()
    await shop.openConnect()
    await expect(passkey).toBeVisible({ timeout: 500 })
  }).toPass()
  await passkey.click()
}

test('recovery is reminded of until it is set up, and a browser under another site is taken back (T82)', async ({
  page,
  shop,
  faults,
}) => {
  test.setTimeout(90_000)
  const authenticator = await page.context().newCDPSession(page)
  await authenticator.send('WebAuthn.enable')
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const frame = frameOf(page)
  const press = (name: string | RegExp) => frame.getByRole('button', { name }).click()
  const titled = (name: string) => expect(frame.getByRole('heading', { name, exact: true })).toBeVisible()
  const reminder = shop.dialog.getByRole('region', { name: 'Recovery is not set up' })

  await goToPasskeys(shop)
  await press('Make a new wallet')
  await press('Create wallet')
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()

  await test.step('by keyboard: from the reminder to a code, and back to an account without it', async () => {
    await shop.openAccount()
    await expect(reminder).toBeVisible()
    await reminder.getByRole('button', { name: 'Set up recovery' }).press('Enter')
    await shop.expectView('WalletSettings')
    await titled('Recovery')
    await frame.getByRole('button', { name: 'Make a recovery code' }).press('Enter')
    const groups = frame.locator('.login-groups li')
    await expect(groups.first()).toBeVisible()
    const code = await groups.allInnerTexts()
    await frame.getByRole('button', { name: 'I wrote it down' }).press('Enter')
    const asked = frame.getByRole('textbox', { name: /^Group \d$/ })
    await expect(asked).toHaveCount(2)
    for (const each of await asked.all()) {
      const label = await each.evaluate(input => (input as HTMLInputElement).labels?.[0]?.innerText ?? '')
      await each.fill(code[Number(/\d/.exec(label)?.[0]) - 1] ?? '')
    }
    await page.keyboard.press('Enter')
    await expect(frame.getByText('Recovery code', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await shop.expectView('Account')
    await expect(shop.row(/^Wallet settings/)).toBeVisible()
    await expect(reminder).toBeHidden()
  })

  // A site of its own: the wallet's storage there is another one, and so a browser of its own to it.
  const there = page.url().replace('localhost', '127.0.0.1')
  const other = new Shop(page, new URL(there).origin)
  await test.step('under another site the passkey opens the same wallet', async () => {
    const address = await shop.state(({ accounts }) => accounts.eip155?.address)
    await goToPasskeys(other)
    await press('Log in with a passkey')
    await expect(other.accountButton).toBeVisible()
    expect(await other.state(({ accounts }) => accounts.eip155?.address)).toBe(address)
  })

  await test.step('it is taken back from the first one', async () => {
    await shop.goto(options)
    await expect.poll(() => shop.state(({ accounts }) => accounts.eip155?.isConnected)).toBe(true)
    await shop.openAccount()
    await shop.row(/^Wallet settings/).click()
    await press(/^Browsers/)
    await titled('Browsers')
    await press(/127\.0\.0\.1/)
    await press('Take it back')
    await titled('Browsers')
    await expect(frame.getByText('127.0.0.1')).toHaveCount(0)
    await expect(frame.getByText('This one')).toBeVisible()
  })

  await other.goto(options)
  await expect(other.connectButton).toBeVisible()
  await expect.poll(() => other.state(({ connections }) => connections.length)).toBe(0)
  // Its session is over, which the services say and browsers log.
  expect(faults.length).toBeGreaterThan(0)
  for (const fault of faults.splice(0)) expect(fault).toContain('401')
})
