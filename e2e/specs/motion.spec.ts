/** What is painted while views change, frame by frame, with a processor slowed down (LOOK "Motion"). */
import type { Page } from '@playwright/test'
import { type Film, filmCard } from '../setup/filmCard.ts'
import { test as base, expect, fund } from '../setup/test.ts'
import { type Move, watchPlaces } from '../setup/watchPlaces.ts'

/** With all of its motion, which other tests have no use for. */
const test = base.extend({
  contextOptions: { reducedMotion: 'no-preference' },
  page: async ({ context }, use) => use(await context.newPage()),
})

/** As a phone of some years ago. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Films the card and watches all that is in it, during a visitor's steps. */
async function film(page: Page, steps: () => Promise<void>): Promise<Film & { moves: readonly Move[] }> {
  const [end, endWatch] = [await filmCard(page), await watchPlaces(page)]
  await steps()
  return { ...(await end()), moves: await endWatch() }
}

/** More than the pictures at both ends of a change, and the card is in each of them, and nothing in it has moved. */
function expectCalm({ count, blank, moves }: Awaited<ReturnType<typeof film>>): void {
  expect(count).toBeGreaterThan(2)
  expect({ blank, moves }).toEqual({ blank: [], moves: [] })
}

/** All pictures that a card shows stand in it, decoded. */
async function expectPictures(page: Page): Promise<void> {
  await expect(
    page.locator('dialog .shell-view:not([data-under]) .logo-image:not([data-shown])'),
  ).toHaveCount(0)
}

test('connect: the list opens whole, and the wallet moves into the ring and back', async ({
  page,
  shop,
  wallet,
}) => {
  await wallet.control.next('eth_requestAccounts', 'hang')
  await shop.goto({ relay: 'on' })
  await slowDown(page)
  const opening = await film(page, async () => {
    await shop.openCode()
    await expectPictures(page)
  })
  expectCalm(opening)
  expectCalm(
    await film(page, async () => {
      await shop.row('Meadow Wallet').click()
      await shop.expectView('ConnectingExternal')
      await expect(page.locator('dialog .logo-flying')).toHaveCount(0)
      await expect(page.locator('dialog .ring .logo')).toBeVisible()
    }),
  )
  expectCalm(
    await film(page, async () => {
      await page.keyboard.press('Escape')
      await shop.expectView('Connect')
      await expect(shop.row('Meadow Wallet')).toBeVisible()
      await expectPictures(page)
    }),
  )
})

test('all wallets: the list stays until the grid is here, which shows its pictures at once', async ({
  page,
  shop,
  wallet: _,
}) => {
  let letIn = () => {}
  const held = new Promise<void>(resolve => {
    letIn = resolve
  })
  await page.route(/\/assets\/AllWalletsView-/, async route => {
    await held
    await route.continue()
  })
  await shop.goto({ services: 'on' })
  await shop.openConnect()
  await slowDown(page)
  const tiles = shop.dialog.locator('.wallet-tile')
  expectCalm(
    await film(page, async () => {
      await shop.row('Search wallets').click()
      // Nothing comes: the old view stays, then what stands in for the next one.
      await shop.expectView('AllWallets')
      await expect(shop.dialog.locator('.skeleton').first()).toBeVisible()
      letIn()
      await expect.poll(() => tiles.count()).toBeGreaterThan(20)
      await expectPictures(page)
    }),
  )
  // Without the letters that stood in for pictures on their way.
  const letters = await tiles.locator('.logo-letter').count()
  expect(letters).toBe(0)
})

test('account and send: nothing moves when balance, tokens and pictures come', async ({
  page,
  send,
  wallet: _,
  account,
  stack,
}) => {
  await fund(account.address, 10n ** 18n)
  const data = { chainId: 31337, address: account.address }
  expect((await page.request.post(stack.faucet, { data })).ok()).toBe(true)
  await send.goto({ services: 'on' })
  await send.connectByHandle('Meadow Wallet')
  await slowDown(page)
  const tokens = send.dialog.getByRole('list', { name: 'Tokens' }).getByRole('button')
  expectCalm(
    await film(page, async () => {
      await send.openAccount()
      await expect(tokens.first()).toBeVisible()
      await expectPictures(page)
      await expect(send.dialog.locator('.account-balance .count-up')).toBeVisible()
      await expect(send.dialog.locator('[data-counting]')).toHaveCount(0)
    }),
  )
  expectCalm(
    await film(page, async () => {
      await send.button('Send').click()
      await send.expectView('WalletSend')
      await expect(send.amount).toBeFocused()
      await expectPictures(page)
    }),
  )
  expectCalm(
    await film(page, async () => {
      await page.keyboard.press('Escape')
      await send.expectView('Account')
      await expect(tokens.first()).toBeVisible()
    }),
  )
})
