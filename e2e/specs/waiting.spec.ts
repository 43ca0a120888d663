/** What a login alone asks for waits: shown where the wallet is, and stopped there or by the mail. */
import type { Browser, Page } from '@playwright/test'
import { framed, frameOf, logInByEmail, readMail } from '../setup/embeddedWallet.ts'
import { openElsewhere } from '../setup/openElsewhere.ts'
import type { Shop } from '../setup/Shop.ts'
import { expect, test } from '../setup/test.ts'

test.use(framed)

const options = { login: 'on' }
const asked = 'Delete the account and its wallet'

/** A shop in another browser, logged in by the code of a mail alone: the wallet stays where it was made. */
async function logInElsewhere(browser: Browser, shop: Shop, email: string): Promise<Shop> {
  const other = await openElsewhere(browser, shop, options)
  await logInByEmail(other, email, async () => {
    const title = frameOf(other.page).getByRole('heading', { name: 'Your wallet is in another browser' })
    await expect(title).toBeVisible()
  })
  return other
}

/** In a browser with a login alone: asks that the account is deleted, and sees that it waits. */
async function askForDeletion(page: Page): Promise<void> {
  const frame = frameOf(page)
  await frame.getByRole('button', { name: 'I can’t open my wallet any more' }).click()
  await expect(frame.getByRole('heading', { name: 'Start over' })).toBeVisible()
  await frame.getByRole('button', { name: 'Delete account' }).click()
  await expect(frame.getByRole('region', { name: asked })).toContainText('(this one)')
}

test('T115: the browser with the wallet shows what a login alone asked for, and stops it', async ({
  browser,
  page,
  shop,
  account: { address: name },
}) => {
  const email = `${name.toLowerCase()}.waits@mail.example`
  const frame = frameOf(page)
  await shop.goto(options)
  await logInByEmail(shop, email)
  const address = await shop.state(({ accounts }) => accounts.eip155?.address)
  const other = await logInElsewhere(browser, shop, email)
  await askForDeletion(other.page)

  await shop.openAccount()
  await shop.pressMenu('settings')
  await expect(frame.getByText(/^A browser without your wallet’s key asked/)).toBeVisible()
  await frame.getByRole('button', { name: 'See pending changes' }).click()
  const change = frame.getByRole('region', { name: asked })
  await expect(change).toBeVisible()
  await expect(change).not.toContainText('(this one)')
  await change.getByRole('button', { name: 'Stop it' }).click()
  await expect(frame.getByText('Stopped. Nothing was changed.')).toBeVisible()
  await expect(change).toHaveCount(0)

  await test.step('it begins no other for 72 hours, and the wallet is as it was', async () => {
    const there = frameOf(other.page)
    await there.getByRole('button', { name: /^Stop it/ }).click()
    await there.getByRole('button', { name: 'Delete account' }).click()
    await expect(there.getByText(/^A request was stopped recently/)).toBeVisible()
    await page.reload()
    await expect.poll(() => shop.state(({ accounts }) => accounts.eip155?.address)).toBe(address)
  })
  await other.page.context().close()
})

test('T115: the mail’s link shows what waits, and a press stops it', async ({
  browser,
  page,
  shop,
  account: { address: name },
}) => {
  const email = `${name.toLowerCase()}.stops@mail.example`
  await shop.goto(options)
  await logInByEmail(shop, email)
  const other = await logInElsewhere(browser, shop, email)
  await askForDeletion(other.page)

  const link = await readMail(page, email, /^\s*(http:\S+#stop=\S+)$/m)
  const behind = await page.context().newPage()
  await behind.goto(link)
  const question = behind.getByRole('heading', { name: 'Did you ask for this?' })
  await expect(question).toBeVisible()
  await expect(behind.getByText(asked)).toBeVisible()
  // Looking stops nothing: it waits at the second look as well.
  await behind.reload()
  await expect(question).toBeVisible()
  await behind.getByRole('button', { name: 'Stop it' }).click()
  await expect(behind.getByRole('heading', { name: 'Stopped' })).toBeVisible()
  await behind.reload()
  await expect(behind.getByRole('heading', { name: 'Stopped' })).toBeVisible()
  expect(await readMail(page, email, /(It was stopped at .*\. Nothing was changed)/)).toBeTruthy()

  await shop.openAccount()
  await shop.pressMenu('settings')
  await expect(frameOf(page).getByRole('button', { name: 'Recovery' }).first()).toBeVisible()
  await expect(frameOf(page).getByRole('button', { name: 'See pending changes' })).toHaveCount(0)
  await other.page.context().close()
})
