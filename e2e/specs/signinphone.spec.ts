/** One approval for connecting and signing in, over a pairing (DECISIONS C10). */
import { enterPhone } from '../setup/enterPhone.ts'
import type { PhonePage } from '../setup/PhonePage.ts'
import { expect } from '../setup/test.ts'
import { together } from '../setup/together.ts'

const test = together.extend<{ readonly phone: PhonePage }>({
  phone: async ({ browser, kept }, use) => use(await enterPhone(kept, browser)),
})

test('the phone connects and signs in with one answer: the widget asks for nothing more', async ({
  page,
  shop,
  phone,
}) => {
  await phone.open()
  await shop.goto({ relay: 'on', signin: 'required' })
  await shop.openCode()
  await phone.pair(await shop.pairingUri())
  await phone.answer('Connect and sign in?', 'Sign and connect')
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
  await expect.poll(() => shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(true)
  const who = await page.evaluate(() => fetch('/account').then(response => response.json()))
  expect(who.address).toBe(await phone.address())
})
