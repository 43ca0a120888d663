/** A wallet of Solana in the page: Wallet Standard, beside EVM chains. */
import { installWallets } from '@latchkey/testing/playwright'
import { bothNamespaces, freshSolanaAccount, sunbeamRecipe, solanaTest as test } from '../setup/solanaTest.ts'
import { expect, shortened } from '../setup/test.ts'

const dogwood = 'solana:8KaaGZbMUyVEjJpuWTZYMECaZMrzF3Tu'
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

test('a visitor connects a Wallet Standard wallet by mouse', async ({ shop, sunbeam, solanaAccount }) => {
  await shop.goto(bothNamespaces)
  await shop.openConnect()
  await expect(shop.section('Installed').getByRole('button', { name: 'Sunbeam' })).toBeVisible()
  await shop.row('Sunbeam').click()
  await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(solanaAccount.address)}`)
  await expect(shop.dialog).toBeHidden()
  await expect(shop.networkButton).toHaveAccessibleName('Network: Dogwood')
  expect(await shop.state(state => state.accounts.solana)).toMatchObject({
    caipAddress: `${dogwood}:${solanaAccount.address}`,
    address: solanaAccount.address,
    status: 'connected',
  })
  expect(await shop.state(state => state.activeNamespace)).toBe('solana')
  expect((await sunbeam.control.requests()).map(({ method }) => method)).toEqual(['standard:connect'])
})

test('LOOK keyboard: connects without a mouse, and the focus returns to the button', async ({
  page,
  shop,
  sunbeam: _,
}) => {
  await shop.goto(bothNamespaces)
  await shop.connectButton.focus()
  await page.keyboard.press('Enter')
  await expect(shop.title).toBeFocused()
  for (let stops = 0; stops < 6; stops++) {
    await page.keyboard.press('Tab')
    if (await shop.row('Sunbeam').evaluate(element => element.matches(':focus'))) break
  }
  await expect(shop.row('Sunbeam')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shop.dialog).toBeHidden()
  await expect(shop.accountButton).toBeFocused()
})

test('a refusal says so, and trying again works', async ({ shop, sunbeam }) => {
  await sunbeam.control.next('standard:connect', 'reject')
  await shop.goto(bothNamespaces)
  await shop.openConnect()
  await shop.row('Sunbeam').click()
  await expect(shop.status).toContainText('Connection rejected')
  await shop.button('Try again').click()
  await expect(shop.accountButton).toBeVisible()
})

test('a wallet that does not answer can be left, and connects later', async ({ shop, sunbeam }) => {
  await sunbeam.control.next('standard:connect', 'hang')
  await shop.goto(bothNamespaces)
  await shop.openConnect()
  await shop.row('Sunbeam').click()
  await shop.expectView('ConnectingExternal')
  await shop.button('Back').click()
  await shop.expectView('Connect')
  await sunbeam.control.release()
  await shop.row('Sunbeam').click()
  await expect(shop.accountButton).toBeVisible()
})

test('a reload restores the connection without a prompt', async ({ page, shop, sunbeam, solanaAccount }) => {
  await sunbeam.control.setMode('approve')
  await shop.goto(bothNamespaces)
  await shop.connectByHandle('Sunbeam')
  await sunbeam.control.setMode('reject')
  await page.reload()
  await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(solanaAccount.address)}`)
  await expect.poll(() => shop.state(state => state.accounts.solana?.status)).toBe('connected')
  await expect(shop.networkButton).toHaveAccessibleName('Network: Dogwood')
})

test('a wallet that ignores `silent` is not connected without a visitor', async ({
  page,
  shop,
  solanaAccount,
}) => {
  const [wallet] = await installWallets(page, [{ ...sunbeamRecipe([solanaAccount]), ignoresSilent: true }])
  await shop.goto(bothNamespaces)
  await shop.openConnect()
  await expect(shop.row('Sunbeam')).toBeVisible()
  expect(await shop.state(state => state.accounts.solana?.status)).toBe('disconnected')
  expect(await wallet.control.requests()).toEqual([])
})

test('another account chosen in the wallet shows on the page', async ({ page, shop, solanaAccount }) => {
  const other = await freshSolanaAccount()
  const [wallet] = await installWallets(page, [sunbeamRecipe([solanaAccount, other])])
  await shop.goto(bothNamespaces)
  await shop.connectByHandle('Sunbeam')
  await wallet.control.switchAccount(1)
  await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(other.address)}`)
})

test('disconnecting ends it on the page, and a reload stays disconnected', async ({
  page,
  shop,
  sunbeam: _,
}) => {
  await shop.goto(bothNamespaces)
  await shop.connectByHandle('Sunbeam')
  await shop.openAccount()
  await shop.pressMenu('disconnect')
  await expect(shop.connectButton).toBeVisible()
  await page.reload()
  await expect(shop.connectButton).toBeVisible()
  expect(await shop.state(state => state.accounts.solana?.status)).toBe('disconnected')
})

test('the site revoked in the wallet is disconnected on the page', async ({ shop, sunbeam }) => {
  await shop.goto(bothNamespaces)
  await shop.connectByHandle('Sunbeam')
  await sunbeam.control.revoke()
  await expect(shop.connectButton).toBeVisible()
})

test('a visitor goes from one cluster to the other, the wallet is not asked, and a reload stays there', async ({
  page,
  shop,
  sunbeam,
}) => {
  // The public node is not part of the test.
  await page.route('https://api.mainnet-beta.solana.com/**', route =>
    route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: null } }),
  )
  await shop.goto(bothNamespaces)
  await shop.connectByHandle('Sunbeam')
  await shop.networkButton.click()
  await shop.expectView('Networks')
  await shop.row('Solana').click()
  await expect(shop.networkButton).toHaveAccessibleName('Network: Solana')
  await expect(shop.dialog).toBeHidden()
  expect(await shop.state(state => state.accounts.solana?.caipAddress)).toContain(mainnet)
  expect((await sunbeam.control.requests()).map(({ method }) => method)).toEqual(['standard:connect'])
  await page.reload()
  await expect.poll(() => shop.state(state => state.accounts.solana?.status)).toBe('connected')
  await expect(shop.networkButton).toHaveAccessibleName('Network: Solana')
  expect((await sunbeam.control.requests()).map(({ method }) => method)).toEqual(['silentConnect'])
})

test('one wallet of both ecosystems is one row that asks which one', async ({
  page,
  shop,
  recipe,
  solanaAccount,
}) => {
  await installWallets(page, [
    recipe({ name: 'Heath', rdns: 'example.heath' }),
    { ...sunbeamRecipe([solanaAccount]), name: 'Heath' },
  ])
  await shop.goto(bothNamespaces)
  await shop.openConnect()
  await expect(shop.row('Heath')).toHaveCount(1)
  await shop.row('Heath').click()
  await expect(shop.row('Solana')).toBeVisible()
  await shop.row('Solana').click()
  await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(solanaAccount.address)}`)
  expect(await shop.state(state => state.activeNamespace)).toBe('solana')
})

test('on a phone-sized screen the sheet lists the wallet and connects it', async ({
  page,
  shop,
  sunbeam: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await shop.goto(bothNamespaces)
  await shop.openConnect()
  const card = await shop.card.boundingBox()
  expect(card?.width).toBe(390)
  await shop.row('Sunbeam').click()
  await expect(shop.accountButton).toBeVisible()
})
