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
  await expect(shop.status).toHaveText(/^Can’t connect. Check your internet./)
  await page.unroute(/\/NetworksView-/)
  await shop.button('Try again').click()
  await expect(shop.row('Birch')).toBeVisible()
  expect(faults.filter(fault => !fault.includes('ERR_FAILED'))).toEqual([])
  faults.length = 0
})

test('C12 a chunk that failed while the page was at rest is fetched again by the click, and not before', async ({
  page,
  shop,
  faults,
}) => {
  let fetched = 0
  await page.route(/\/createRuntime-/, route => {
    fetched += 1
    return route.abort()
  })
  const failed = page.waitForEvent('requestfailed', request => /\/createRuntime-/.test(request.url()))
  await shop.goto({ preload: 'idle' })
  await failed
  await expect.poll(() => faults.length).toBeGreaterThan(0)
  await expect(shop.connectButton).toHaveAttribute('aria-busy', 'false')
  expect(fetched).toBe(1)
  await page.unroute(/\/createRuntime-/)
  await shop.connectButton.click()
  await shop.expectView('Connect')
  expect(faults.filter(fault => !fault.includes('ERR_FAILED'))).toEqual([])
  faults.length = 0
})
