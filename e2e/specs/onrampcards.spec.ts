/** What the cards of the sandbox's ramp lead to, and what stops an order before its page (SPEC-NOTES §4 "On-ramp"; T20, T71, T72, F26). */
import { devContracts } from '@latchkey/devstack'
import { payByCard, RampPage } from '../setup/RampPage.ts'
import { balanceOf } from '../setup/swapChain.ts'
import { tabTo } from '../setup/tabTo.ts'
import { test as base, expect, freshAccount } from '../setup/test.ts'

const { usdc } = devContracts

const test = base.extend<{ readonly ramp: RampPage }>({
  ramp: async ({ page, stack, wallet: _ }, use) => {
    const ramp = new RampPage(page, stack.shop)
    await ramp.goto()
    await ramp.connectByHandle('Meadow Wallet')
    await use(ramp)
  },
})

for (const { card, name, reason } of [
  { card: '4000 0000 0000 0002', name: 'a declined card', reason: 'The card was declined.' },
  { card: '4000 0000 0000 0069', name: 'an order that expires', reason: 'It wasn’t paid in time.' },
  { card: '4000 0000 0000 7726', name: 'a refund', reason: 'The payment was returned to the card.' },
])
  test(`${name} ends as "Not bought", says why, and another try is one press away`, async ({
    ramp,
    account,
  }) => {
    await ramp.openForm()
    await ramp.ask('100')
    await payByCard(await ramp.leave(), card)
    await expect(ramp.outcome('Not bought')).toBeVisible()
    await expect(ramp.dialog).toContainText(reason)
    await expect(ramp.dialog).not.toContainText('You received')
    expect(await balanceOf(usdc, account.address)).toBe(0n)
    await ramp.button('Buy again').click()
    await ramp.expectView('OnRampProviders')
    await ramp.ask('100')
    await expect(ramp.primary).toBeEnabled()
    await expect(ramp.dialog.getByRole('list', { name: 'Open orders' })).toHaveCount(0)
  })

for (const { card, name, step } of [
  { card: '4000 0027 6000 3184', name: '3-D Secure', step: 'Confirm' },
  { card: '4000 0000 0000 5126', name: 'a question who the visitor is', step: 'Continue' },
])
  test(`${name} comes before the payment, and the order is then bought`, async ({ ramp, account }) => {
    await ramp.openForm()
    await ramp.ask('100')
    const there = await ramp.leave()
    await payByCard(there, card)
    const press = there.getByRole('button', { name: step, exact: true })
    await expect(press).toBeVisible()
    await expect(ramp.dialog.getByRole('heading', { name: /^Waiting for / })).toBeVisible()
    expect(await balanceOf(usdc, account.address)).toBe(0n)
    await press.click()
    await expect(ramp.outcome('Bought')).toBeVisible()
    expect(await balanceOf(usdc, account.address)).toBeGreaterThan(0n)
  })

test('T72, F26 without services there is no number, no sample, and "Try again" goes on', async ({
  page,
  ramp,
  forgiven,
}) => {
  forgiven.push(/Failed to load resource|ERR_FAILED/)
  await page.route('**/v1/onramp/**', route => route.abort())
  await ramp.openForm()
  await expect(ramp.dialog).toContainText('No offers right now')
  expect(await ramp.dialog.innerText()).not.toMatch(/\d|sample/i)
  await page.unrouteAll()
  await ramp.button('Try again').click()
  await ramp.ask('100')
})

test('F26 offers that stop coming leave none of their numbers for another amount', async ({
  page,
  ramp,
  forgiven,
}) => {
  forgiven.push(/Failed to load resource|ERR_FAILED/)
  await ramp.openForm()
  await ramp.ask('100')
  await page.route('**/v1/onramp/quote**', route => route.abort())
  await ramp.pay.fill('200')
  await expect(ramp.dialog).toContainText('No offers right now')
  await expect(ramp.offers).toHaveCount(0)
  await expect(ramp.dialog.getByRole('status').filter({ hasText: /\d/ })).toHaveCount(0)
  await page.unrouteAll()
  await ramp.button('Try again').click()
  await expect(ramp.offers.first()).toBeVisible()
})

test('T20 a browser that opens no window: the page is a link, without a way back to this one', async ({
  page,
  ramp,
  account,
}) => {
  await page.evaluate(() => Object.assign(window, { open: () => null }))
  await ramp.openForm()
  await ramp.ask('100')
  await ramp.primary.click()
  await ramp.expectView('OnRampOrder')
  const link = ramp.dialog.getByRole('link', { name: /^Open .*’s page/ })
  await expect(link).toBeVisible()
  const opening = page.waitForEvent('popup')
  await link.click()
  const there = await opening
  await there.waitForURL(/^http:\/\/localhost:/)
  expect(await there.evaluate(() => window.opener)).toBeNull()
  await payByCard(there, '4242 4242 4242 4242')
  await expect(ramp.outcome('Bought')).toBeVisible()
  await expect(link).toHaveCount(0)
  expect(await balanceOf(usdc, account.address)).toBeGreaterThan(0n)
})

test('the country is seen, can be changed, changes what is sold, and stays', async ({ page, ramp }) => {
  await ramp.openForm()
  await expect(ramp.button('Country: United States')).toBeVisible()
  await expect(ramp.button('Currency: USD')).toBeVisible()
  await ramp.button('Country: United States').click()
  await ramp.expectView('OnRampFiatSelect')
  await ramp.dialog.getByRole('combobox', { name: 'Country' }).selectOption('DE')
  await ramp.dialog.getByRole('button', { name: /^Euro/ }).click()
  await ramp.expectView('OnRampProviders')
  await expect(ramp.button('Country: Germany')).toBeVisible()
  await expect(ramp.button('Currency: EUR')).toBeVisible()
  const ways = ramp.dialog.getByRole('radiogroup', { name: 'Payment method' })
  await expect(ways.getByRole('radio', { name: 'Bank transfer (SEPA)' })).toBeVisible()
  await expect(ways.getByRole('radio', { name: 'Bank transfer (ACH)' })).toHaveCount(0)
  await ramp.ask('100')
  await page.reload()
  await expect(ramp.accountButton).toBeVisible()
  await ramp.openForm()
  await expect(ramp.button('Country: Germany')).toBeVisible()
})

for (const { name, change } of [
  {
    name: 'on another host',
    change: ({ url }: Opened) => ({ url: url.replace(/^http:\/\/[^/]+/, 'https://pay.ramp.example') }),
  },
  {
    name: 'for another receiver',
    change: ({ url }: Opened) => ({
      url: url.replace(/walletAddress=[^&]+/, `walletAddress=${freshAccount().address}`),
    }),
  },
  {
    name: 'whose order is another account’s',
    change: ({ order }: Opened) => ({ order: { ...order, recipient: freshAccount().address } }),
  },
])
  test(`T71 a page ${name} is not opened, and nothing is remembered of it`, async ({ page, ramp }) => {
    const places: string[] = []
    page.context().on('page', there => {
      there.on('framenavigated', frame => void places.push(frame.url()))
    })
    await page.route('**/v1/generators/onrampurl**', async route => {
      const response = await route.fetch()
      const opened = (await response.json()) as Opened
      const changed = change(opened)
      expect(changed).not.toEqual({ url: opened.url })
      await route.fulfill({ response, json: { ...opened, ...changed } })
    })
    await ramp.openForm()
    await ramp.ask('100')
    const opening = page.waitForEvent('popup')
    await ramp.primary.click()
    const there = await opening
    await expect(ramp.dialog).toContainText('We didn’t open this offer’s page')
    await expect.poll(() => there.isClosed()).toBe(true)
    expect(places.filter(place => place !== 'about:blank')).toEqual([])
    await ramp.expectView('OnRampProviders')
    expect(await ramp.stored('sends')).not.toContain('"order"')
  })

/** What `POST /v1/generators/onrampurl` answers, as far as these tests change it. */
interface Opened {
  readonly url: string
  readonly order: object
}

test('390×844, by the keyboard alone', async ({ page, ramp, account }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await ramp.openForm()
  await expect(ramp.pay).toBeFocused()
  await page.keyboard.type('100')
  await expect(ramp.offers.first()).toBeVisible()
  await tabTo(page, ramp.offers.first())
  await page.keyboard.press('ArrowDown')
  await expect(ramp.offers.nth(1)).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await expect(ramp.offers.first()).toBeChecked()
  await tabTo(page, ramp.primary)
  const opening = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const there = await opening
  await ramp.expectView('OnRampOrder')
  const card = there.getByRole('textbox', { name: 'Card number' })
  await expect(card).toBeVisible()
  await tabTo(there, card)
  await there.keyboard.type('4242 4242 4242 4242')
  await there.keyboard.press('Enter')
  await page.bringToFront()
  await expect(ramp.outcome('Bought')).toBeVisible()
  await tabTo(page, ramp.button('Done'))
  await page.keyboard.press('Enter')
  await expect(ramp.dialog).toBeHidden()
  await expect.poll(() => balanceOf(usdc, account.address)).toBeGreaterThan(0n)
})
