import type { Page } from '@playwright/test'
import type { Shop } from '../setup/Shop.ts'
import type { Stack } from '../setup/stack.ts'
import { expect, fund, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'

const isBalance = (url: string) => /\/v1\/account\/[^/]+\/balance/.test(url)

/** 10 ETH of the chain, 1,000 of each dollar and 1 wrapped ether, from the faucet. */
async function giveTokens(page: Page, stack: Stack, address: string): Promise<void> {
  const paid = await page.request.post(stack.faucet, { data: { chainId: 31337, address } })
  expect(paid.ok()).toBe(true)
}

async function openTokens(shop: Shop): Promise<void> {
  await shop.goto({ services: 'on' })
  await shop.connect('Meadow Wallet')
  await shop.openAccount()
  await expect(shop.dialog.getByRole('list', { name: 'Tokens' }).getByRole('listitem').first()).toBeVisible()
}

test('SPEC §1 the Tokens tab: the most valuable first, with fiat and their sum, and hosts can read them', async ({
  page,
  shop,
  wallet: _,
  account,
  stack,
}) => {
  await giveTokens(page, stack, account.address)
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await openTokens(shop)
  const rows = shop.dialog.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'USDC' })).toContainText('1,000.000 USDC')
  const held = await shop.state(({ accounts }) => accounts.eip155?.tokenBalance ?? [])
  const known = held.flatMap(({ value }) => (value === null ? [] : [value]))
  expect(known).toEqual([...known].sort((a, b) => b - a))
  expect(held.find(({ symbol }) => symbol === 'USDC')?.quantity).toEqual({ decimals: '6', numeric: '1000' })
  // Not the row's whole text: a letter stands where a picture is still on its way.
  const names = await rows.locator('.row-name').allInnerTexts()
  expect(names.map(text => text.split('\n')[0])).toEqual(held.map(({ name }) => name))
  const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
  if (known.length > 0) {
    const sum = known.reduce((total, value) => total + value, 0)
    await expect(shop.dialog.getByText(`Total value ${dollars.format(sum)}`)).toBeVisible()
  }
  // T69 pictures and all else come from the services and the chain alone.
  const origins = [
    page.url(),
    stack.services,
    ...stack.chains.map(each => each.rpcUrls.default.http[0] ?? ''),
  ]
  const ours = origins.map(url => new URL(url).origin)
  const foreign = asked.filter(url => !url.startsWith('data:') && !url.startsWith('blob:'))
  expect(foreign.filter(url => !ours.includes(new URL(url).origin))).toEqual([])
})

together(
  'by keyboard: from the tabs into the list, along it, and on to another tab',
  async ({ page, shop, wallet: _, account, stack }) => {
    await giveTokens(page, stack, account.address)
    await openTokens(shop)
    const tab = (name: string) => shop.dialog.getByRole('tab', { name })
    await tab('Tokens').focus()
    await page.keyboard.press('Tab')
    const rows = shop.dialog.getByRole('list', { name: 'Tokens' }).getByRole('button')
    await expect(rows.first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(rows.last()).toBeFocused()
    await page.keyboard.press('Home')
    await expect(rows.first()).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(tab('Tokens')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(tab('NFTs')).toBeFocused()
    await expect(tab('NFTs')).toHaveAttribute('aria-selected', 'true')
    expect(await shop.state(({ accounts }) => accounts.eip155?.currentTab)).toBe('nfts')
  },
)

together('SPEC-NOTES §3 the tab stays while the widget is open', async ({ shop, wallet: _ }) => {
  await openTokens(shop)
  const tab = (name: string) => shop.dialog.getByRole('tab', { name })
  await tab('Activity').click()
  await expect(tab('Activity')).toHaveAttribute('aria-selected', 'true')
  await expect(tab('Activity')).toBeInViewport()
  await shop.dialog.locator('[data-row=network]').click()
  await shop.expectView('Networks')
  await shop.button('Back').click()
  await shop.expectView('Account')
  await expect(tab('Activity')).toHaveAttribute('aria-selected', 'true')
  await shop.button('Close').click()
  await expect(shop.dialog).toBeHidden()
  await shop.openAccount()
  await expect(tab('Tokens')).toHaveAttribute('aria-selected', 'true')
})

together(
  'a token leads to its price, contract and activity, and sending begins with it',
  async ({ page, context, shop, wallet: _, account, stack }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await giveTokens(page, stack, account.address)
    await openTokens(shop)
    const held = await shop.state(({ accounts }) => accounts.eip155?.tokenBalance ?? [])
    const usdc = held.find(({ symbol }) => symbol === 'USDC')
    await shop.dialog.getByRole('list', { name: 'Tokens' }).getByRole('button', { name: /USDC/ }).click()
    await shop.expectView('WalletToken')
    const token = shop.dialog.locator('.token')
    await expect(token).toContainText('1,000.000 USDC')
    await expect(token.locator('dl')).toContainText(/Price\s*(\$\d|Unknown)/)
    await shop.button('Copy contract address').click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(usdc?.address)
    await shop.row('Send').click()
    await shop.expectView('WalletSend')
    await expect(shop.dialog.locator('.send-token')).toContainText('USDC')
    await shop.button('Back').click()
    await shop.expectView('WalletToken')
    await page.keyboard.press('Escape')
    await shop.expectView('Account')
  },
)

together('a host opens Account on the tab it names', async ({ page, shop, wallet: _ }) => {
  await openTokens(shop)
  await shop.button('Close').click()
  await expect(shop.dialog).toBeHidden()
  await page.evaluate("window.latchkey.open({ view: 'Account', arguments: { tab: 'nfts' } })")
  await expect(shop.dialog.getByRole('tab', { name: 'NFTs' })).toHaveAttribute('aria-selected', 'true')
})

test('F20 unreadable tokens: shown as such, tried again after 30 s, and the last known with their age', async ({
  page,
  shop,
  wallet: _,
  account,
  stack,
  faults,
}) => {
  await giveTokens(page, stack, account.address)
  await openTokens(shop)
  await page.clock.install()
  let questions = 0
  await page.route(
    url => isBalance(url.href),
    route => {
      questions += 1
      return route.fulfill({ status: 500, json: { code: 'APKT009', message: 'no', requestId: 'r' } })
    },
  )
  await page.clock.setSystemTime(Date.now() + 300_000)
  await page.reload()
  await shop.openAccount()
  const panel = shop.dialog.getByRole('tabpanel')
  await expect(panel.getByText('Token Balance Unavailable')).toBeVisible()
  await expect(panel.getByText(/Last updated .* ago\. Trying again in \d+\ss\./)).toBeVisible()
  await expect(panel.getByText('1,000.000 USDC')).toBeVisible()
  expect(questions).toBe(1)
  // From here on no time passes but what the test lets pass, and the widget says how much there is.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  const next = panel.getByText(/Trying again in \d+\ss\./)
  const left = Number(/in (\d+)/.exec(await next.innerText())?.[1])
  expect(left).toBeLessThanOrEqual(30)
  await page.clock.runFor((left - 2) * 1_000)
  expect(questions).toBe(1)
  await page.clock.runFor(3_000)
  // The browser says it of each answer, and an answer comes after its question.
  const failed = expect.stringContaining('status of 500')
  // A wallet list that was still on its way is ended by the clock's jump: that is none of the tokens' faults.
  await expect.poll(() => faults.filter(fault => !fault.includes('APKT003'))).toEqual([failed, failed])
  expect(questions).toBe(2)
  faults.length = 0
})

together('a test network has no tokens, in words', async ({ page, shop, wallet, account }) => {
  await fund(account.address, 10n ** 18n, 31339)
  await wallet.control.switchChain(31339)
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await shop.goto({ services: 'on' })
  await shop.connect('Meadow Wallet')
  await shop.openAccount()
  await expect(shop.dialog.getByText('No token list on test networks')).toBeVisible()
  expect(asked.filter(isBalance)).toEqual([])
})

test('two requests a minute while the tab is shown, none for a closed one', async ({
  page,
  shop,
  wallet: _,
}) => {
  const asked: string[] = []
  page.on('request', request => {
    if (isBalance(request.url())) asked.push(request.url())
  })
  await page.clock.install()
  await openTokens(shop)
  await expect.poll(() => asked.length).toBe(1)
  const half = async (count: number) => {
    const answered = page.waitForResponse(response => isBalance(response.url()))
    await page.clock.runFor(30_100)
    await answered
    expect(asked).toHaveLength(count)
  }
  await half(2)
  await half(3)
  await shop.button('Close').click()
  await expect(shop.dialog).toBeHidden()
  await page.clock.runFor(120_000)
  expect(asked).toHaveLength(3)
})
