/** What a first login asks of a stranger, counted as they would: what they press, type, see and read until the account is connected. */
import type { Page } from '@playwright/test'
import { addAuthenticator, framed, frameOf, readMail } from '../setup/embeddedWallet.ts'
import { meet } from '../setup/meet.ts'
import type { Shop } from '../setup/Shop.ts'
import { expect, test } from '../setup/test.ts'

test.use(framed)

/** A stranger at the shop, and what may be asked of them at most from the way in Connect that they take. */
function stranger(page: Page, shop: Shop) {
  const { visit, open, tally, ...rest } = meet()
  return {
    ...rest,
    async openMail(address: string): Promise<string> {
      const text = await readMail(page, address, /([\s\S]+)/)
      open(text)
      return text
    },
    /** Prints the count, and judges it. */
    async arrive(most: { readonly mails: number; readonly presses?: number }) {
      await expect(shop.accountButton).toBeVisible()
      await expect(shop.dialog).toBeHidden()
      const { actions, presses, words, report } = tally()
      console.log(report)
      expect(visit.mails.length).toBe(most.mails)
      expect(actions).toBeLessThanOrEqual(5)
      // The one that opened Connect is counted here.
      if (most.presses !== undefined) expect(presses + 1).toBeLessThanOrEqual(most.presses)
      expect(visit.screens.size).toBeLessThanOrEqual(3)
      expect(words).toBeLessThanOrEqual(80)
    },
  }
}

test('by email: one mail, at most 5 actions, 3 screens and 80 words', async ({ page, shop, account }) => {
  const email = `${account.address.toLowerCase().slice(2, 12)}@mail.example`
  await shop.goto({ login: 'on' })
  await shop.openConnect()
  const { see, type, press, openMail, arrive } = stranger(page, shop)
  const frame = frameOf(page)
  // Of Connect the way that they take: how many others stand beside it is the host's choice.
  const form = shop.dialog.locator('.login-email')
  await see('Connect, the email field', form)
  await type('the address', form.getByRole('textbox'), email)
  await press('Continue', form.getByRole('button'))
  const code = frame.getByRole('textbox', { name: '6-digit code' })
  // The keyboard is in the field already.
  await expect(code).toBeFocused()
  await see('the code', shop.dialog, frame.locator('body'))
  const text = await openMail(email)
  await type('the code', code, text.split('\n').find(line => /\d{6}/.test(line)) ?? '')
  const later = frame.getByRole('button', { name: 'Later' })
  await expect(later).toBeVisible()
  await see('keeping the wallet', shop.dialog, frame.locator('body'))
  await press('Later', later)
  await arrive({ mails: 1 })
})

test('by a passkey: no mail, as short, and at most 4 presses from the page on', async ({ page, shop }) => {
  await shop.goto({ login: 'on' })
  await shop.openConnect()
  const { see, press, arrive } = stranger(page, shop)
  const frame = frameOf(page)
  const passkey = shop.button('Continue with a passkey')
  await see('Connect, the passkey’s row', passkey)
  await press('Continue with a passkey', passkey)
  const make = frame.getByRole('button', { name: 'Create a new wallet' })
  await expect(make).toBeVisible()
  await see('the passkey', shop.dialog, frame.locator('body'))
  const inner = page.frames().find(each => each.url().includes('keys.'))
  if (!inner) throw new Error('the wallet’s frame is not there')
  await addAuthenticator(inner, page.context())
  await press('Create a new wallet', make)
  const create = frame.getByRole('button', { name: 'Create wallet' })
  await expect(create).toBeVisible()
  await see('the wallet that it opens', shop.dialog, frame.locator('body'))
  await press('Create wallet', create)
  await arrive({ mails: 0, presses: 4 })
})

test('by a provider: no mail, and as short', async ({ page, shop }) => {
  await shop.goto({ login: 'on' })
  await shop.openConnect()
  const { see, type, press, arrive } = stranger(page, shop)
  const google = shop.button('Continue with Google')
  await see('Connect, the provider’s button', google)
  const opening = page.context().waitForEvent('page')
  await press('Continue with Google', google)
  const window = await opening
  const waiting = shop.dialog.locator('[data-view=ConnectingSocial]')
  await expect(waiting.getByText('Continue in the Google window', { exact: true })).toBeVisible()
  await see('while its window is open', shop.dialog)
  // What the provider asks in its own window is its own.
  await type('the account there', window.getByRole('textbox'), 'stella@mail.example')
  await press('Log in, there', window.getByRole('button', { name: 'Log in' }))
  const later = frameOf(page).getByRole('button', { name: 'Later' })
  await expect(later).toBeVisible()
  await see('keeping the wallet', shop.dialog, frameOf(page).locator('body'))
  await press('Later', later)
  await arrive({ mails: 0 })
})

test('the passkey stands above the accounts, below the address', async ({ shop }) => {
  await shop.goto({ login: 'on' })
  await shop.openConnect()
  await expect(shop.dialog.locator('[data-social=google]')).toBeVisible()
  const order = await shop.dialog
    .locator('.login-email, [data-social]')
    .evaluateAll(all => all.map(each => (each as HTMLElement).dataset.social ?? 'email'))
  expect(order.slice(0, 3)).toEqual(['email', 'passkey', 'google'])
})
