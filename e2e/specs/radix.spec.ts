import { installWallets } from '@latchkey/testing/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../setup/test.ts'

test.beforeEach(async ({ page, host, recipe }) => {
  await installWallets(page, [recipe({ name: 'Meadow Wallet', rdns: 'example.meadow' })], {
    hostile: ['flood'],
  })
  await host.open('radix/')
  await expect(checkout(page)).toBeVisible()
})

const checkout = (page: Page) => page.getByRole('dialog', { name: 'Check out' })

test('T8 above an open Radix dialog the widget is on top and can be clicked', async ({ page, host }) => {
  await host.connectButton.click()
  await host.expectView('Connect')
  // What lies under the middle of the row is the row itself, not an overlay of the page.
  const { x, y, width, height } = (await host.row('Meadow Wallet').boundingBox()) ?? fail()
  const hit = await page.evaluate(
    ([left, top]) => {
      const above = document.elementFromPoint(left, top)
      return above?.shadowRoot?.elementFromPoint(left, top)?.closest('button')?.textContent
    },
    [x + width / 2, y + height / 2] as const,
  )
  expect(hit).toContain('Meadow Wallet')
  await host.row('Meadow Wallet').click()
  await expect(host.accountButton).toBeVisible()
  await expect(host.dialog).toBeHidden()
  await expect(checkout(page)).toBeVisible()
})

test('T8 its list scrolls by wheel although the host locks scrolling', async ({ page, host }) => {
  await host.connectButton.click()
  const list = host.dialog.locator('.body')
  const scrolled = () => list.evaluate(element => element.scrollTop)
  await expect
    .poll(() => list.evaluate(element => element.scrollHeight - element.clientHeight))
    .toBeGreaterThan(200)
  await host.row('Meadow Wallet').hover()
  await page.mouse.wheel(0, 240)
  await expect.poll(scrolled).toBeGreaterThan(200)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('T8 the accessibility tree holds the widget and not the page behind it', async ({ page, host }) => {
  await host.connectButton.click()
  await host.expectView('Connect')
  const session = await page.context().newCDPSession(page)
  const named = async () => {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes
      .filter(node => !node.ignored)
      .map(node => `${String(node.role?.value)} ${String(node.name?.value ?? '')}`)
  }
  const row = expect.stringMatching(/^button Meadow Wallet/)
  await expect.poll(named).toEqual(expect.arrayContaining(['dialog Connect wallet', row]))
  expect(await named()).not.toContain('button Pressed 0 times')
})

test('T8 typing, pressing and Escape in the widget stay there; the host dialog is usable as before', async ({
  page,
  host,
}) => {
  await host.connectButton.click()
  await host.expectView('Connect')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const inWidget = () => page.evaluate(() => document.activeElement?.hasAttribute('data-latchkey'))
  expect(await inWidget()).toBe(true)

  await page.keyboard.press('Escape')
  await expect(host.dialog).toBeHidden()
  await expect(checkout(page)).toBeVisible()
  await expect(host.connectButton).toBeFocused()

  await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await page.getByRole('button', { name: 'Pressed 0 times' }).click()
  await expect(page.getByRole('button', { name: 'Pressed 1 times' })).toBeVisible()

  // A click beside the card closes the widget, not the dialog under it.
  await host.connectButton.click()
  await host.expectView('Connect')
  await page.mouse.click(15, 15)
  await expect(host.dialog).toBeHidden()
  await expect(checkout(page)).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(checkout(page)).toBeHidden()
  await page.getByRole('button', { name: 'Check out' }).click()
  await expect(checkout(page)).toBeVisible()
})

function fail(): never {
  throw new Error('The row is not on the page.')
}
