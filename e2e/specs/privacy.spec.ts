import { installWallets } from '@latchkey/testing/playwright'
import { lazyParts, recordRequests } from '../setup/recordRequests.ts'
import { expect, test } from '../setup/test.ts'

test('no request leaves the page before the first click, and none but for its own code after it', async ({
  page,
  shop,
  wallet: _,
}) => {
  const requests = recordRequests(page)
  await shop.goto()
  await page.waitForLoadState('networkidle')
  await shop.connectButton.hover()
  await page.waitForLoadState('networkidle')
  expect(requests.foreign()).toEqual([])

  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
  expect(requests.foreign()).toEqual([])
})

test("preload 'intent': the first paint loads the button's code only; hovering brings the rest", async ({
  page,
  shop,
}) => {
  const requests = recordRequests(page)
  await shop.goto()
  await page.waitForLoadState('networkidle')
  expect(requests.paths().filter(path => lazyParts.test(path))).toEqual([])
  const runtime = page.waitForRequest(/\/createRuntime-/)
  // As a hand does: over what the page's own React drew.
  await page.getByRole('banner').hover({ position: { x: 2, y: 2 } })
  await shop.connectButton.hover()
  await runtime
  expect(requests.foreign()).toEqual([])
})

test('where visitors can log in, the project’s flags alone are asked for before the first click, by the hover', async ({
  page,
  shop,
}) => {
  const requests = recordRequests(page)
  const runtime = page.waitForRequest(/\/createRuntime-/)
  await shop.goto({ preload: 'idle', services: 'on', relay: 'on', login: 'on' })
  await runtime
  expect(requests.foreign()).toEqual([])
  await shop.connectButton.hover()
  // Drawn ahead, the list has what logging in begins with.
  await expect(page.locator('dialog .login-methods input')).toBeAttached()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => shop.stored('config')).toBeTruthy()
  expect(requests.foreign().map(url => new URL(url).pathname)).toEqual(['/appkit/v1/config'])
})

test("preload 'none' loads nothing before the click, whatever the pointer does", async ({ page, shop }) => {
  await shop.goto({ preload: 'none' })
  await page.waitForLoadState('networkidle')
  const requests = recordRequests(page)
  await shop.connectButton.hover()
  await shop.connectButton.focus()
  await shop.networkButton.hover()
  // Two frames and an idle moment: more than a preload would wait for.
  await page.evaluate(
    () =>
      new Promise<void>(resolve =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 1000 })),
        ),
      ),
  )
  expect(requests.paths()).toEqual([])
  await shop.openConnect()
  expect(requests.paths().some(path => lazyParts.test(path))).toBe(true)
})

test('with a stored connection a page loads what restoring needs, and asks the wallet alone', async ({
  page,
  shop,
  wallet,
}) => {
  await shop.goto({ preload: 'none' })
  await shop.connect('Meadow Wallet')
  const requests = recordRequests(page)
  await page.reload()
  await expect.poll(() => shop.state(state => state.accounts.eip155?.status)).toBe('connected')
  await page.waitForLoadState('networkidle')
  expect(requests.foreign()).toEqual([])
  expect(requests.paths().some(path => lazyParts.test(path))).toBe(true)
  expect(requests.paths().filter(path => /\/(Networks|Switch|Unsupported)\w*View-/.test(path))).toEqual([])
  expect((await wallet.control.requests()).map(({ method }) => method).sort()).toEqual([
    'eth_accounts',
    'eth_chainId',
  ])
})

test('the account reads the balance from its own chain, and from no other server', async ({
  page,
  shop,
  stack,
  wallet: _,
}) => {
  const requests = recordRequests(page)
  await shop.goto()
  await shop.connect('Meadow Wallet')
  await shop.openAccount()
  await expect(shop.dialog.getByText('0.000 ETH')).toBeVisible()
  const rpc = stack.chains[0]?.rpcUrls.default.http[0] ?? ''
  expect([...new Set(requests.foreign())]).toEqual([new URL(rpc).href])
})

test('T21 an icon on a foreign server is never fetched', async ({ page, shop, recipe }) => {
  const requests = recordRequests(page)
  await installWallets(page, [recipe({ name: 'Harbour', rdns: 'example.harbour' })], {
    hostile: ['remoteIcon'],
  })
  await shop.goto()
  await shop.openConnect()
  await expect(shop.row('Hostile Wallet')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(requests.foreign()).toEqual([])
})
