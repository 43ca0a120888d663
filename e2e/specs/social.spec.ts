/** Logging in by way of a provider, Farcaster and a passkey: real windows, the real provider and app of the stack, the real frame. */
import type { Page } from '@playwright/test'
import { addAuthenticator, framed, frameOf, keepRecoveryCode } from '../setup/embeddedWallet.ts'
import { expect, test } from '../setup/test.ts'

test.use(framed)

/** Presses what opens a window, and answers with the window. */
async function opened(page: Page, press: () => Promise<void>): Promise<Page> {
  const [window] = await Promise.all([page.context().waitForEvent('page'), press()])
  return window
}

test('SPEC §4 "Social login", T53, F47: a closed window is "Popup closed"; the next one logs in', async ({
  page,
  shop,
}) => {
  await shop.goto({ login: 'on' })
  await shop.openConnect()
  const closed = await opened(page, () => shop.button('Continue with Google').click())
  await expect(closed.getByRole('heading', { name: 'Log in with google' })).toBeVisible()
  // The provider's page has no way back into the opener (T20).
  expect(await closed.evaluate(() => opener)).toBe(null)
  expect(closed.viewportSize()).toEqual({ width: 600, height: 800 })
  await closed.close()
  await expect(shop.status).toContainText('Popup closed')
  await shop.button('Choose another way').click()
  await shop.expectView('Connect')

  await shop.button('More ways to log in').click()
  await shop.expectView('ConnectSocials')
  const window = await opened(page, () => shop.row('GitHub').click())
  await window.getByRole('textbox').fill('gilda@mail.example')
  await window.getByRole('button', { name: 'Log in' }).click()
  await keepRecoveryCode(shop)
  expect(window.isClosed()).toBe(true)
  expect(await shop.state(state => state.connections[0]?.auth)).toMatchObject({ name: 'github' })
})

test('Farcaster: the link of the code leads to the app, whose approval logs in; T52: a login in the address does not', async ({
  page,
  shop,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // This tab waits for another login: that is not the one that the address names.
  await page.addInitScript(() => {
    const data = { method: 'github', flow: 'Aaaaaaaaaaaaaaaaaaaaaa' }
    sessionStorage.setItem('@latchkey/default/awaitedSocial', JSON.stringify({ v: 1, at: Date.now(), data }))
  })
  await shop.goto({ login: 'on', result_uri: 'Zk3pQ0w8xY2mN5vB7cR1tA' })
  await expect.poll(() => page.url()).not.toContain('result_uri')
  await expect(shop.dialog).toBeHidden()
  await shop.openConnect()
  await shop.button('Continue with Farcaster').click()
  await shop.expectView('ConnectingFarcaster')
  await shop.button('Copy link').click()
  await expect(shop.button('Link copied')).toBeVisible()
  const app = await page.context().newPage()
  await app.goto(await page.evaluate(() => navigator.clipboard.readText()))
  // S2: the wallet's page asks first, with the number that the page shows which began.
  await expect(app.getByRole('heading', { name: 'Is this you logging in?' })).toBeVisible()
  const match = await app.locator('.match').innerText()
  await expect(shop.dialog.getByText(`check for this number: ${match}`)).toBeVisible()
  await app.getByRole('button', { name: 'Yes, it’s me' }).click()
  await app.getByRole('button', { name: 'Account 3' }).click()
  await expect(app.getByRole('status')).toContainText('Signed')
  await app.close()
  await page.bringToFront()
  await keepRecoveryCode(shop)
  expect(await shop.state(state => state.connections[0]?.walletId)).toBe('embedded:farcaster')
})

test('a passkey makes a wallet, and is all that it takes', async ({ page, shop }) => {
  await shop.goto({ login: 'on' })
  await shop.openConnect()
  await shop.button('Continue with a passkey').click()
  const frame = frameOf(page)
  await expect(frame.getByRole('heading', { name: 'Log in with a passkey' })).toBeVisible()
  // Of the frame's own process: it is another site.
  const inner = page.frames().find(each => each.url().includes('keys.'))
  if (!inner) throw new Error('the wallet’s frame is not there')
  await addAuthenticator(inner, page.context())
  await frame.getByRole('button', { name: 'Create a new wallet' }).click()
  await frame.getByRole('button', { name: 'Create wallet' }).click()
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
  expect(await shop.state(state => state.connections[0]?.wallet.name)).toBe('Passkey wallet')
})
