/** Buying at the sandbox's ramp, from the form to the chain's receipt (SPEC-NOTES §4 "On-ramp"; T20, T71, T73). */
import { devContracts } from '@latchkey/devstack'
import type { Page } from '@playwright/test'
import { balanceOf } from '../setup/swapChain.ts'
import { expect, test } from '../setup/test.ts'

const { usdc } = devContracts

test('T20, T71 buys USDC by card: the window is cut off, the order survives a reload, and "Bought" is the receipt’s', async ({
  page,
  shop,
  wallet: _,
  account,
}) => {
  await shop.goto({ services: 'on', onramp: 'on' })
  await shop.connectByHandle('Meadow Wallet')
  await page.evaluate(() => void window.latchkey?.open({ view: 'OnRampProviders' }))
  await shop.expectView('OnRampProviders')
  await expect(shop.dialog).toHaveAccessibleName('Buy crypto')
  await shop.dialog.getByRole('textbox', { name: 'You pay' }).fill('100')
  const offers = shop.dialog.getByRole('list', { name: 'Offers' }).getByRole('radio')
  await expect(offers.first()).toHaveAccessibleName(/you receive about [\d.]+ USDC$/)
  await keep(page, 'offers')
  const opening = page.waitForEvent('popup')
  await shop.dialog.getByRole('button', { name: /^Continue to / }).click()
  const pay = await opening
  await shop.expectView('OnRampOrder')
  await expect(shop.dialog.getByRole('heading', { name: /^Waiting for / })).toBeVisible()
  await keep(page, 'waiting')
  await pay.waitForURL(/^http:\/\/localhost:/)
  expect(await pay.evaluate(() => window.opener)).toBeNull()
  // In the journal before it was paid: another document goes on with it.
  await page.reload()
  await pay.getByRole('textbox', { name: 'Card number' }).fill('4242 4242 4242 4242')
  await pay.getByRole('button', { name: /^Pay/ }).click()
  await page.evaluate(() => void window.latchkey?.open({ view: 'OnRampProviders' }))
  await shop.expectView('OnRampProviders')
  await expect.poll(() => balanceOf(usdc, account.address), { timeout: 15_000 }).toBeGreaterThan(0n)
  const row = shop.dialog.getByRole('list', { name: 'Open orders' }).getByRole('button')
  const [id] = await page.evaluate(() => {
    const text = localStorage.getItem('@latchkey/default/sends') ?? '{}'
    return (JSON.parse(text) as { data: { id: string }[] }).data.map(each => each.id)
  })
  if (await row.first().isVisible()) await row.first().click()
  else
    await page.evaluate(
      order => void window.latchkey?.open({ view: 'OnRampOrder', arguments: { id: order } } as never),
      id,
    )
  await expect(shop.dialog.getByRole('heading', { name: 'Bought', exact: true })).toBeVisible({
    timeout: 30_000,
  })
  await keep(page, 'bought')
})

/** For a reader, in both themes and on both sizes. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.LATCHKEY_PICTURES
  if (folder === undefined) return
  for (const [size, viewport] of [
    ['desktop', { width: 1280, height: 800 }],
    ['phone', { width: 390, height: 844 }],
  ] as const)
    for (const themeMode of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.evaluate(mode => void window.latchkey?.update({ themeMode: mode }), themeMode)
      await page.waitForFunction(() => document.getAnimations().length === 0)
      await page.screenshot({ path: `${folder}/${name}-${size}-${themeMode}.png` })
    }
  await page.setViewportSize({ width: 1280, height: 800 })
}
