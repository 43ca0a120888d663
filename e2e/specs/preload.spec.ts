import type { Page } from '@playwright/test'
import { lazyParts, recordRequests } from '../setup/recordRequests.ts'
import { stopClock } from '../setup/stopClock.ts'
import { expect, test } from '../setup/test.ts'

const runtime = /\/createRuntime-/
/** Longer than a page at rest is waited for. */
const longEnough = 30_000

/** Everything on, so that all that could be requested ahead would be. */
const everything = { preload: 'idle', services: 'on', relay: 'on', login: 'on' }

test('a page at rest loads and draws the widget, and requests nothing but its code', async ({
  page,
  shop,
  wallet: _,
}) => {
  const requests = recordRequests(page)
  await shop.goto(everything)
  // Drawn in the closed dialog, with what logging in begins with.
  await expect(page.locator('dialog .login-methods input')).toBeAttached()
  await expect(shop.dialog).toBeHidden()
  await page.waitForLoadState('networkidle')
  // Neither relay nor directory, neither flags nor chain.
  expect(requests.foreign()).toEqual([])
  // And no code but what the click needs: what pairing needs comes when the visitor does.
  const codes = /\/ConnectingWalletConnectView-/
  expect(requests.paths().filter(path => codes.test(path))).toEqual([])
  const requested = page.waitForRequest(codes)
  await page.getByRole('banner').hover({ position: { x: 2, y: 2 } })
  await shop.connectButton.hover()
  await requested

  await shop.connectButton.click()
  await shop.expectView('Connect')
  await expect(shop.row('Meadow Wallet')).toBeVisible()
})

test('with the default the widget is there before the pointer is', async ({ page, host, wallet: _ }) => {
  const requests = recordRequests(page)
  await host.open('plain/')
  await expect(page.locator('dialog').getByText('Meadow Wallet')).toBeAttached()
  await expect(host.dialog).toBeHidden()
  expect(requests.foreign()).toEqual([])
})

for (const [what, connection] of [
  ['saves data', { saveData: true, effectiveType: '4g' }],
  ['has a 2g connection', { saveData: false, effectiveType: '2g' }],
  ['has a slow 2g connection', { saveData: false, effectiveType: 'slow-2g' }],
] as const) {
  test(`a visitor who ${what} fetches the widget by coming to the button, and not before`, async ({
    page,
    shop,
  }) => {
    await page.addInitScript(
      value => Object.defineProperty(navigator, 'connection', { configurable: true, value }),
      connection,
    )
    await stopClock(page)
    const requests = recordRequests(page)
    await shop.goto({ preload: 'idle' })
    await page.waitForLoadState('networkidle')
    await page.clock.runFor(longEnough)
    expect(requests.paths().filter(path => lazyParts.test(path))).toEqual([])
    await page.clock.resume()
    const requested = page.waitForRequest(runtime)
    await page.getByRole('banner').hover({ position: { x: 2, y: 2 } })
    await shop.connectButton.hover()
    await requested
  })
}

test('a page in the background loads nothing until it is shown', async ({ page, shop }) => {
  await page.addInitScript(() =>
    Object.defineProperty(document, 'hidden', { configurable: true, value: true }),
  )
  await stopClock(page)
  const requests = recordRequests(page)
  await shop.goto({ preload: 'idle' })
  await page.waitForLoadState('networkidle')
  await page.clock.runFor(longEnough)
  expect(requests.paths().filter(path => lazyParts.test(path))).toEqual([])
  await page.clock.resume()
  const requested = page.waitForRequest(runtime)
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: false })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await requested
})

test('a click while the code is on its way waits for it alone, and nothing is fetched twice', async ({
  page,
  shop,
  wallet: _,
}) => {
  const requests = recordRequests(page)
  const arrives = await holdBack(page)
  await shop.goto({ preload: 'idle' })
  await arrives.requested
  await shop.connectButton.click()
  await expect(shop.connectButton).toHaveAttribute('aria-busy', 'true')
  arrives.release()
  await shop.expectView('Connect')
  await expect(shop.row('Meadow Wallet')).toBeVisible()
  expect(requests.paths().filter(path => runtime.test(path))).toHaveLength(1)
})

test('a handle that is destroyed before the page rests loads nothing', async ({ page, shop }) => {
  await stopClock(page)
  const requests = recordRequests(page)
  await shop.goto({ preload: 'idle' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => window.latchkey?.destroy())
  await page.clock.runFor(longEnough)
  expect(requests.paths().filter(path => lazyParts.test(path))).toEqual([])
})

/** Holds back the widget's large chunk. */
async function holdBack(page: Page): Promise<{ readonly requested: Promise<unknown>; release(): void }> {
  const released = Promise.withResolvers<void>()
  await page.route(runtime, async route => {
    await released.promise
    await route.continue()
  })
  return { requested: page.waitForRequest(runtime), release: released.resolve }
}
