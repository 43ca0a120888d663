/** Depositing and paying from the sandbox's exchange, as far as the chain's receipt (SPEC-NOTES §4 "Exchange and payments"; T20, T71, T73). */
import { devContracts } from '@latchkey/devstack'
import { createPayments } from 'latchkey/server'
import { confirmThere, ExchangePage, withdrawThere } from '../setup/ExchangePage.ts'
import { PayPage } from '../setup/PayPage.ts'
import { balanceOf } from '../setup/swapChain.ts'
import { tabTo } from '../setup/tabTo.ts'
import { test as base, expect } from '../setup/test.ts'

const { usdc } = devContracts
const till = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const alder = 'eip155:31337'

const test = base.extend<{ readonly exchange: ExchangePage; readonly email: string }>({
  // Someone with a wallet, and an account at the exchange that no other test uses.
  exchange: async ({ page, stack, wallet: _ }, use) => use(new ExchangePage(page, stack.shop)),
  email: async ({ account }, use) => use(`${account.address.toLowerCase()}@example.com`),
})

test('T20, T71 deposits USDC: the window is cut off, and "Deposited" is the receipt’s', async ({
  exchange,
  email,
  account,
}) => {
  await exchange.goto()
  await exchange.connectByHandle('Meadow Wallet')
  await exchange.openForm()
  await exchange.ask('25')
  const there = await exchange.leave()
  expect(await there.evaluate(() => window.opener)).toBeNull()
  await expect(exchange.outcome('Waiting for Sandbox Exchange')).toBeVisible()
  await confirmThere(there, email)
  await expect(there.getByText(account.address)).toBeVisible()
  await withdrawThere(there)
  await expect(exchange.outcome('Deposited')).toBeVisible()
  await expect(exchange.dialog).toContainText('25 USDC')
  expect(await balanceOf(usdc, account.address)).toBe(25_000_000n)
  await exchange.dialog.getByRole('button', { name: 'Done' }).click()
  await expect(exchange.dialog).toBeHidden()
})

test('T73 a time-out is "Not known yet", and Account tells a late success after a reload', async ({
  page,
  exchange,
  email,
  account,
}) => {
  // The services' own answer, from a time when they had lost sight of it.
  await page.route('**/v1/exchanges/orders/*', async route => {
    const response = await route.fetch()
    const { order } = (await response.json()) as { order: object }
    await route.fulfill({ response, json: { order: { ...order, state: 'lost_sight', hash: null } } })
  })
  await exchange.goto()
  await exchange.connectByHandle('Meadow Wallet')
  await exchange.openForm()
  await exchange.ask('25')
  const there = await exchange.leave()
  await confirmThere(there, email)
  await withdrawThere(there)
  await expect(exchange.outcome('Not known yet')).toBeVisible()
  await expect(exchange.dialog).toContainText('It may still arrive.')
  await expect(exchange.dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
  await expect.poll(() => balanceOf(usdc, account.address)).toBe(25_000_000n)
  await page.reload()
  await expect(exchange.accountButton).toBeVisible()
  await page.evaluate(() => void window.latchkey?.open({ view: 'Account' }))
  await expect(exchange.dialog.getByRole('status')).toHaveText('Arrived from Sandbox Exchange: 25 USDC')
})

test('T20 a blocked window leaves a link, and the link leads to the same order', async ({
  page,
  context,
  exchange,
  email,
}) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await exchange.goto()
  await exchange.connectByHandle('Meadow Wallet')
  await exchange.openForm()
  await exchange.ask('25')
  await exchange.sandbox.click()
  await exchange.expectView('ExchangeOrder')
  const link = exchange.dialog.getByRole('link', { name: /^Open Sandbox Exchange’s page/ })
  const opening = context.waitForEvent('page')
  await link.click()
  const there = await opening
  expect(await there.evaluate(() => window.opener)).toBeNull()
  await confirmThere(there, email)
  await withdrawThere(there)
  await expect(exchange.outcome('Deposited')).toBeVisible()
})

test('declined at the exchange: "Not deposited" with its reason, and it can be begun again', async ({
  exchange,
  email,
  account,
}) => {
  await exchange.goto()
  await exchange.connectByHandle('Meadow Wallet')
  await exchange.openForm()
  await exchange.ask('25')
  const there = await exchange.leave()
  await confirmThere(there, email)
  for (const _ of [1, 2, 3]) {
    const answered = there.waitForResponse(response => response.request().method() === 'POST')
    await withdrawThere(there, '000000')
    await answered
  }
  await expect(exchange.outcome('Not deposited')).toBeVisible()
  await expect(exchange.dialog).toContainText('Sandbox Exchange says: The code was wrong three times.')
  expect(await balanceOf(usdc, account.address)).toBe(0n)
  await exchange.dialog.getByRole('button', { name: 'Try again' }).click()
  await exchange.expectView('ExchangeSelect')
  await expect(exchange.sandbox).toBeEnabled()
})

test('390×844, by the keyboard alone: from "Add funds" to "Deposited"', async ({ page, exchange, email }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await exchange.goto()
  await exchange.connectByHandle('Meadow Wallet')
  await page.evaluate(() => void window.latchkey?.open({ view: 'FundWallet' }))
  await exchange.expectView('FundWallet')
  await tabTo(page, exchange.dialog.getByRole('button', { name: /^Deposit from exchange/ }))
  await page.keyboard.press('Enter')
  await exchange.expectView('ExchangeSelect')
  await expect(exchange.sandbox).toBeVisible()
  await expect(exchange.amount).toBeFocused()
  await page.keyboard.type('0.05')
  await tabTo(page, exchange.sandbox)
  const opening = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const there = await opening
  const [email_, login, confirm, code, withdraw] = [
    there.getByRole('textbox', { name: 'Email' }),
    there.getByRole('button', { name: 'Log in' }),
    there.getByRole('button', { name: 'Confirm withdrawal' }),
    there.getByRole('textbox', { name: 'Code' }),
    there.getByRole('button', { name: 'Withdraw', exact: true }),
  ]
  await expect(email_).toBeVisible()
  await tabTo(there, email_)
  await there.keyboard.type(email)
  await tabTo(there, login)
  await there.keyboard.press('Enter')
  await expect(confirm).toBeVisible()
  await tabTo(there, confirm)
  await there.keyboard.press('Enter')
  await expect(code).toBeVisible()
  await tabTo(there, code)
  await there.keyboard.type('123456')
  await tabTo(there, withdraw)
  await there.keyboard.press('Enter')
  await expect(exchange.outcome('Deposited')).toBeVisible()
  await page.bringToFront()
  await tabTo(page, exchange.dialog.getByRole('button', { name: 'Done' }))
  await page.keyboard.press('Enter')
  await expect(exchange.dialog).toBeHidden()
})

test('pays a payment from the exchange: the merchant gets it, and the payment is paid', async ({
  page,
  stack,
  exchange,
  email,
}) => {
  const payments = createPayments({
    endpoint: stack.services,
    projectId: stack.projectId,
    secret: 'sk_dev_latchkey',
  })
  const { id } = await payments.createPayment({
    accepts: [{ asset: `${alder}/erc20:${usdc}`, amount: '19.99', recipient: `${alder}:${till}` }],
    description: 'A frame of oak',
  })
  const pay = new PayPage(page, stack.shop)
  await pay.goto({ exchange: 'on' })
  await pay.connectByHandle('Meadow Wallet')
  await pay.ask({ paymentId: id })
  await pay.ways.getByRole('button', { name: /^Pay with exchange/ }).click()
  await exchange.expectView('ExchangeSelect')
  await expect(exchange.dialog).toHaveAccessibleName('Pay with exchange')
  await expect(exchange.dialog).toContainText('19.99 USDC')
  const there = await exchange.leave()
  await confirmThere(there, email)
  await expect(there.getByText(till)).toBeVisible()
  await withdrawThere(there)
  await expect(exchange.outcome('Paid')).toBeVisible()
  await expect.poll(async () => (await payments.getPayment(id)).state).toMatch(/^(paid|settled)$/)
  expect((await payments.getPayment(id)).transfers).toMatchObject([{ amount: '19.99' }])
  await exchange.dialog.getByRole('button', { name: 'Done' }).click()
  await exchange.expectView('Pay')
  await exchange.dialog.getByRole('button', { name: /^(Payment in progress|This payment has ended)/ }).click()
  await pay.expectPaid()
  await exchange.dialog.getByRole('button', { name: 'Done' }).click()
  expect(await pay.result()).toMatchObject({
    status: expect.stringMatching(/^(paid|settled)$/),
    paymentId: id,
    verified: true,
  })
})

test('the services are cut off: it says so, and goes on where it was', async ({
  page,
  exchange,
  email,
  forgiven,
}) => {
  forgiven.push(/Failed to load resource|ERR_FAILED/)
  let isCut = true
  await page.route('**/v1/exchanges**', route => (isCut ? route.abort() : route.continue()))
  await page.route('**/v1/exchanges/**', route => (isCut ? route.abort() : route.continue()))
  await exchange.goto()
  await exchange.connectByHandle('Meadow Wallet')
  await exchange.openForm()
  await expect(exchange.dialog).toContainText('Failed to reach the exchange')
  isCut = false
  await exchange.dialog.getByRole('button', { name: 'Try again' }).click()
  await exchange.ask('25')
  const there = await exchange.leave()
  isCut = true
  await confirmThere(there, email)
  await withdrawThere(there)
  await expect(exchange.dialog).toContainText('The services aren’t responding')
  await expect(exchange.outcome('Waiting for Sandbox Exchange')).toBeVisible()
  isCut = false
  await expect(exchange.outcome('Deposited')).toBeVisible()
})
