/** Both accounts of an embedded wallet on eip155: one of them is in use, everywhere (decisions 114 and 118, T143, T146). */
import type { Page } from '@playwright/test'
import { type Address, createPublicClient, http, parseEther } from 'viem'
import { AnnouncedPage } from '../setup/AnnouncedPage.ts'
import { chain } from '../setup/chain.ts'
import {
  approve,
  askWallet,
  framed,
  frameOf,
  keepRecoveryCode,
  logInByEmail,
  pressInFrame,
} from '../setup/embeddedWallet.ts'
import { forgetAccountType } from '../setup/forgetAccountType.ts'
import { untilIndexed } from '../setup/history.ts'
import { openElsewhere } from '../setup/openElsewhere.ts'
import { Shop } from '../setup/Shop.ts'
import { needSmartAccounts } from '../setup/smartAccount.ts'
import { expect, freshAccount, fund, test } from '../setup/test.ts'

test.use(framed)

const one = 'eip155:31337'
const options = { login: 'on', account: 'wallet' }

const accountsOf = (page: Page) =>
  page.evaluate(() => {
    const provider = window.latchkey?.getProvider() as { request(asked: object): Promise<readonly string[]> }
    return provider.request({ method: 'eth_accounts' })
  })
const own = (shop: Shop) => shop.state(({ accounts }) => accounts.eip155)
const inUse = async (shop: Shop) => (await own(shop))?.address as Address

async function addressesOf(shop: Shop): Promise<Record<'eoa' | 'smartAccount', Address>> {
  const all = (await own(shop))?.allAccounts ?? []
  expect(all.map(({ type }) => type).sort()).toEqual(['eoa', 'smartAccount'])
  return Object.fromEntries(all.map(({ type, address }) => [type, address])) as never
}

/** The type is switched in Account, which is open. */
const switchType = (shop: Shop) => shop.switchAccountType()

/** Logs in where the wallet is not, and brings it there by its recovery code. Returns the address of the first `connected`. */
async function recoverIn(shop: Shop, email: string, code: string): Promise<unknown> {
  const frame = frameOf(shop.page)
  const connected = await shop.record('connected')
  await logInByEmail(shop, email, async () => {
    await frame.getByRole('textbox', { name: 'Recovery code' }).fill(code)
    await frame.getByRole('button', { name: 'Recover wallet' }).click()
    await frame.getByRole('button', { name: 'Use this wallet' }).click()
    await expect(shop.accountButton).toBeVisible()
  })
  return connected.at(0)
}

test('SPEC §6: a new wallet uses its smart account from the first `connected` on, in another browser too, and where there is none the plain one', async ({
  browser,
  page,
  shop,
  account: { address: name },
}) => {
  await needSmartAccounts()
  const email = `${name.toLowerCase()}.new@mail.example`
  await shop.goto(options)
  const connected = await shop.record('connected')
  let code = ''
  await logInByEmail(shop, email, async widget => {
    code = await keepRecoveryCode(widget)
  })
  const { eoa: plain, smartAccount: smart } = await addressesOf(shop)
  expect(await connected.at(0)).toMatchObject({ address: `${one}:${smart}` })
  expect(await connected.all()).toHaveLength(1)
  expect(await own(shop)).toMatchObject({
    address: smart,
    preferredAccountType: 'smartAccount',
    smartAccountDeployed: false,
    user: { accountType: 'smartAccount' },
  })
  expect(await accountsOf(page)).toEqual([smart])

  await test.step('another browser', async () => {
    const other = await openElsewhere(browser, shop, options)
    expect(await recoverIn(other, email, code)).toMatchObject({ address: `${one}:${smart}` })
    expect(await own(other)).toMatchObject({ address: smart, preferredAccountType: 'smartAccount' })
    await other.page.context().close()
  })

  await test.step('a network without smart accounts', async () => {
    await (await askWallet(page, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }]))()
    await expect.poll(() => inUse(shop)).toBe(plain)
    expect(await accountsOf(page)).toEqual([plain])
    await shop.openAccount()
    await shop.openMenu()
    const row = shop.menuItem('accountType')
    await expect(row).toContainText('Standard account')
    await expect(row).toContainText(/^.*Your smart account isn’t available on .+ right now$/)
    expect(await own(shop)).toMatchObject({
      preferredAccountType: 'smartAccount',
      user: { accountType: 'eoa' },
    })
  })
})

test('SPEC §6: a wallet from before keeps its plain account in every browser, and may switch', async ({
  browser,
  shop,
  account: { address: name },
}) => {
  await needSmartAccounts()
  const email = `${name.toLowerCase()}.old@mail.example`
  await shop.goto(options)
  let code = ''
  await logInByEmail(shop, email, async widget => {
    code = await keepRecoveryCode(widget)
  })
  const { eoa: plain, smartAccount: smart } = await addressesOf(shop)
  forgetAccountType(email)
  const other = await openElsewhere(browser, shop, options)
  expect(await recoverIn(other, email, code)).toMatchObject({ address: `${one}:${plain}` })
  expect(await own(other)).toMatchObject({
    preferredAccountType: 'eoa',
    user: { accountType: 'eoa' },
  })
  await other.openAccount()
  await switchType(other)
  await expect.poll(() => inUse(other)).toBe(smart)
  await other.page.context().close()
})

test('T143: a visitor switches to the smart account and activates it, paid by the project; page and provider follow, also after a reload', async ({
  page,
  shop,
  forgiven,
  account: { address: name },
}) => {
  await needSmartAccounts()
  await shop.goto({ login: 'on' })
  await logInByEmail(shop, `${name.toLowerCase()}.types@mail.example`)
  expect(await own(shop)).toMatchObject({ preferredAccountType: 'eoa', user: { accountType: 'eoa' } })
  const { eoa: plain, smartAccount: smart } = await addressesOf(shop)
  expect(await inUse(shop)).toBe(plain)

  await test.step('the row of Account moves all to the other address', async () => {
    await shop.openAccount()
    await switchType(shop)
    await expect.poll(() => inUse(shop)).toBe(smart)
    expect(await accountsOf(page)).toEqual([smart])
    await expect.poll(async () => (await own(shop))?.preferredAccountType).toBe('smartAccount')
  })

  await test.step('a reload keeps it', async () => {
    await page.reload()
    await expect.poll(async () => (await own(shop))?.isConnected).toBe(true)
    expect(await own(shop)).toMatchObject({ address: smart, smartAccountDeployed: false })
    expect(await accountsOf(page)).toEqual([smart])
  })

  await test.step('Activate says that nothing was sent where nothing was', async () => {
    forgiven.push(/Failed to load resource/)
    await shop.openAccount()
    await page.route(/\/v1\?/, async (route, request) => {
      if (request.postData()?.includes('"eth_sendUserOperation"') !== true) return route.continue()
      const { id } = JSON.parse(request.postData() ?? '') as { readonly id: number }
      await route.fulfill({
        json: { jsonrpc: '2.0', id, error: { code: -32_502, message: 'not now' } },
        headers: { 'access-control-allow-origin': '*' },
      })
    })
    await shop.pressMenu('activate')
    await approve(shop, { stays: true })
    const frame = frameOf(page)
    await expect(frame.getByText('not now')).toBeVisible()
    await frame.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('Your smart account was not activated. Nothing was sent.')).toBeVisible()
    await page.unrouteAll()
    expect(await own(shop)).toMatchObject({ smartAccountDeployed: false })
  })

  await test.step('Activate deploys it, and the chain says so', async () => {
    await shop.expectView('Account')
    await shop.pressMenu('activate')
    await approve(shop, { stays: true })
    await expect.poll(async () => (await own(shop))?.smartAccountDeployed, { timeout: 60_000 }).toBe(true)
    expect(
      await createPublicClient({ transport: http(chain(31337).rpcUrl) }).getCode({ address: smart }),
    ).toMatch(/^0x[0-9a-f]{2}/)
    await shop.openMenu()
    await expect(shop.menuItem('activate')).toHaveCount(0)
  })

  await test.step('and back', async () => {
    await switchType(shop)
    await expect.poll(() => inUse(shop)).toBe(plain)
    expect(await accountsOf(page)).toEqual([plain])
  })
})

test('T143: a sign-in is of the account in use: after a switch it is asked for anew', async ({
  page,
  shop,
  account: { address: name },
}) => {
  await needSmartAccounts()
  await shop.goto({ login: 'on', signin: 'required' })
  const signIn = async () => {
    await shop.expectView('SIWXSignMessage')
    await shop.button('Sign').click()
    await approve(shop)
    await expect.poll(async () => (await own(shop))?.isAuthenticated).toBe(true)
    return page.evaluate(() => fetch('/account').then(response => response.json()))
  }
  await logInByEmail(shop, `${name.toLowerCase()}.signin@mail.example`, async () => {
    await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Later' }))
  })
  const first = await signIn()
  const { eoa: plain, smartAccount: smart } = await addressesOf(shop)
  expect(first).toEqual({ address: plain, chainId: one })
  await shop.openAccount()
  await switchType(shop)
  await expect.poll(() => inUse(shop)).toBe(smart)
  expect(await signIn()).toEqual({ address: smart, chainId: one })
})

test('T143: balance, tokens and activity are those of the account in use, and another tab follows', async ({
  page,
  shop,
  account: { address: name },
}) => {
  await needSmartAccounts()
  await shop.goto({ login: 'on', services: 'on' })
  await logInByEmail(shop, `${name.toLowerCase()}.tabs@mail.example`)
  const { eoa: plain, smartAccount: smart } = await addressesOf(shop)
  await fund(plain, parseEther('2'))
  await fund(smart, parseEther('3'))
  const { address: friend } = freshAccount()
  const sent = await askWallet(page, 'eth_sendTransaction', [{ from: plain, to: friend, value: '0x1' }])
  await approve(shop)
  expect((await sent()).error).toBeUndefined()
  await untilIndexed(plain, 1)

  const second = new Shop(await page.context().newPage(), new URL(page.url()).origin)
  await second.goto({ login: 'on', services: 'on' })
  await expect.poll(async () => (await own(second))?.isConnected).toBe(true)
  expect(await inUse(second)).toBe(plain)
  await second.page.evaluate(() => {
    const provider = window.latchkey?.getProvider() as {
      on(event: string, listener: (accounts: unknown) => void): void
    }
    const heard: unknown[] = []
    Object.assign(window, { heard })
    provider.on('accountsChanged', accounts => heard.push(accounts))
  })

  const held = async (of: Shop) =>
    (await own(of))?.tokenBalance?.find(({ address }) => address === undefined)?.quantity.numeric
  await page.bringToFront()
  await shop.accountButton.click()
  await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Later' }))
  await shop.expectView('Account')
  await expect.poll(() => held(shop)).toMatch(/^1\.9/)
  await shop.dialog.getByRole('tab', { name: 'Activity' }).click()
  const activity = shop.dialog.getByRole('list', { name: 'Activity' })
  const sentRows = activity.getByRole('button', { name: /^Sent/ })
  await expect(sentRows).toHaveCount(1)

  await switchType(shop)
  await expect.poll(() => inUse(shop)).toBe(smart)
  await expect(sentRows).toHaveCount(0)
  await shop.dialog.getByRole('tab', { name: 'Tokens' }).click()
  await expect.poll(() => held(shop)).toBe('3')

  await test.step('the other tab: state, provider and event', async () => {
    await expect.poll(() => inUse(second)).toBe(smart)
    await expect.poll(async () => (await own(second))?.preferredAccountType).toBe('smartAccount')
    expect(await accountsOf(second.page)).toEqual([smart])
    await expect.poll(() => second.page.evaluate('window.heard')).toEqual([[smart]])
  })
})

for (const version of [2, 3] as const) {
  test(`T143: wagmi ${version} over the bridge has the account in use`, async ({ page }) => {
    await needSmartAccounts()
    const app = new AnnouncedPage(page)
    const { address: to } = freshAccount()
    const account = page.getByTestId('account')
    await app.goto(`hooks${version}`, { to, bound: '1' })
    await logInByEmail(app, `${to.toLowerCase()}.bridge@mail.example`)
    const all = (await page.evaluate('window.latchkey.getState().accounts.eip155.allAccounts')) as {
      readonly address: Address
      readonly type: string
    }[]
    expect(all.map(({ type }) => type)).toEqual(['smartAccount', 'eoa'])
    const [smart, plain] = all.map(({ address }) => address)
    await expect(account).toHaveText(smart ?? '')
    await app.openAccount()
    for (const address of [plain, smart]) {
      await app.switchAccountType()
      await expect(account).toHaveText(address ?? '')
    }
  })
}
