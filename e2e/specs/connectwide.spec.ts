/** Connect on a wide screen: the code beside the list, one press from the page. */
import { expect, test } from '../setup/test.ts'

const screen = { width: 1280, height: 800 }

test('one press shows the code; before it no socket is opened, and Escape ends it where it began', async ({
  page,
  shop,
  wallet: _,
}) => {
  const sockets: string[] = []
  page.on('websocket', socket => sockets.push(socket.url()))
  await shop.goto({ relay: 'on', preload: 'idle' })
  await shop.connectButton.hover()
  await expect(page.locator('dialog .row')).not.toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const relays = () => sockets.filter(url => url.includes('/relay?'))
  expect(relays()).toEqual([])

  await shop.openCode()
  // The code is drawn while the relay is dialed.
  await expect.poll(relays).toHaveLength(1)
  await expect(shop.section('Installed').getByRole('button', { name: 'Meadow Wallet' })).toBeVisible()
  await expect(shop.row(/^Another phone wallet/)).toHaveCount(0)
  await expect(shop.title).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(shop.dialog).toBeHidden()
  await expect(shop.connectButton).toBeFocused()
  expect(relays()).toHaveLength(1)
})

test('the card follows the window between both layouts, and nothing is wider than it', async ({
  page,
  shop,
  wallet: _,
}) => {
  await shop.goto({ relay: 'on' })
  await shop.openCode()
  const width = () => shop.card.evaluate(card => card.getBoundingClientRect().width)
  await expect.poll(width).toBe(736)
  for (const [wide, expected] of [
    [768, 736],
    [767, 368],
    [320, 320],
    [1280, 736],
  ] as const) {
    await page.setViewportSize({ ...screen, width: wide })
    await expect.poll(width).toBe(expected)
    await expect(shop.code).toHaveCount(expected === 736 ? 1 : 0)
    await expect(shop.row(/^Another phone wallet/)).toHaveCount(expected === 736 ? 0 : 1)
    expect(await shop.dialog.evaluate(dialog => dialog.scrollWidth <= dialog.clientWidth)).toBe(true)
  }
})

test('an installed wallet connects beside it as ever', async ({ shop, wallet: _, account }) => {
  await shop.goto({ relay: 'on' })
  await shop.openCode()
  await shop.row('Meadow Wallet').click()
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
  expect(await shop.state(state => state.accounts.eip155?.address)).toBe(account.address)
})

test('in a low window all of the code is in sight, and the list fades out where it goes on', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1280, height: 620 })
  await shop.goto({ relay: 'on', services: 'on', login: 'on', wallets: 'meadow,harbour,sunbeam,heath' })
  await shop.openCode()
  const body = shop.dialog.locator('.shell-view:not([data-under]) .body')
  expect(await body.evaluate(list => list.scrollHeight > list.clientHeight)).toBe(true)
  const fade = await shop.dialog
    .locator('.shell-view:not([data-under]) .footer')
    .evaluate(footer => getComputedStyle(footer, '::before').backgroundImage)
  expect(fade).toContain('linear-gradient')
  const [card, code] = [await shop.card.boundingBox(), await shop.code.boundingBox()]
  expect((code?.y ?? 0) + (code?.height ?? 0)).toBeLessThan((card?.y ?? 0) + (card?.height ?? 0))
  const side = shop.dialog.locator('.connect-code')
  expect(await side.evaluate(each => each.scrollHeight <= each.clientHeight)).toBe(true)
})

test('what a wallet is: at most 60 words, one press from Connect', async ({ shop }) => {
  await shop.goto()
  await shop.openConnect()
  await shop.button('What is a wallet?').click()
  await shop.expectView('WhatIsAWallet')
  const words = await shop.card.innerText()
  expect(words.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(60)
  await shop.button('Get a wallet').click()
  await shop.expectView('AllWallets')
  await shop.button('Back').click()
  await shop.button('Back').click()
  await shop.expectView('Connect')
})
