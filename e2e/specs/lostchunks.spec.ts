import { framed } from '../setup/embeddedWallet.ts'
import { expect, test } from '../setup/test.ts'

// Chromium 153, the pinned one, keeps a failed import for the life of the page (whatwg/html#6768), where nothing but a
// reload helps, as the view says; 156 fetches it again.
test.use(framed)

test('C12 a failed chunk shows an error, and is fetched again', async ({ page, shop, faults }) => {
  await shop.goto()
  await page.route(/\/createRuntime-/, route => route.abort())
  await shop.connectButton.click()
  await expect(page.getByRole('button', { name: 'Could not load. Try again' })).toBeVisible()
  await page.unroute(/\/createRuntime-/)
  await page.getByRole('button', { name: 'Could not load. Try again' }).click()
  await shop.expectView('Connect')
  await shop.button('Close').click()

  await page.route(/\/NetworksView-/, route => route.abort())
  await shop.networkButton.click()
  await expect(shop.status).toHaveText(/^A part of the widget could not be loaded/)
  await page.unroute(/\/NetworksView-/)
  await shop.button('Try again').click()
  await expect(shop.row('Latchkey Two')).toBeVisible()
  expect(faults.filter(fault => !fault.includes('ERR_FAILED'))).toEqual([])
  faults.length = 0
})
