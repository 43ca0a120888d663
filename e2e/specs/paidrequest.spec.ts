/** The shop's weather, a request that costs 0.01 USDC: what the visitor is asked, and what then moves on the chain (reference money §4.1; T136). */
import { devContracts } from '@latchkey/devstack'
import type { PayPage } from '../setup/PayPage.ts'
import { balanceOf, mint, nonceOf } from '../setup/swapChain.ts'
import { expect, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'

const { usdc } = devContracts
const asks = 'eth_signTypedData_v4'
const cent = 10_000n

/** What became of the request: its status and body, or the error's code. */
const weather = (pay: PayPage) =>
  pay.page.evaluate(async () => {
    try {
      const answer = await window.latchkey?.fetch('/shop/weather')
      return [answer?.status, await answer?.json()]
    } catch (cause) {
      return [(cause as { code: string }).code]
    }
  })
const served = [200, { harbour: 'Fernweh', wind: 'north, 5', sea: 'slight' }]

// The browser logs every answer of 402 itself.
test.beforeEach(({ forgiven }) => void forgiven.push(/status of 402/))

together(
  'a request is paid once: one signature, exactly the price, and no transaction of the visitor',
  async ({ pay, wallet, account }) => {
    await mint(usdc, account.address, 10n * cent)
    await pay.goto()
    await pay.connectByHandle('Meadow Wallet')
    const answer = weather(pay)
    await pay.expectView('PayForRequest')
    for (const words of ['0.01 USDC', 'The weather at the harbour for one day', '/shop/weather'])
      await expect(pay.dialog).toContainText(words)
    await pay.button('Pay once').click()
    expect(await answer).toEqual(served)
    await expect(pay.dialog).toBeHidden()
    expect(await balanceOf(usdc, account.address)).toBe(9n * cent)
    expect(await wallet.control.requests(asks)).toHaveLength(1)
    expect(await nonceOf(account.address)).toBe(0)
  },
)

together('T136 within a limit nothing is asked, and beyond it the visitor is', async ({ pay, account }) => {
  await mint(usdc, account.address, 10n * cent)
  await pay.goto()
  await pay.connectByHandle('Meadow Wallet')
  const first = weather(pay)
  await pay.button('Allow up to …').click()
  const limit = pay.dialog.getByRole('textbox', { name: 'Limit' })
  await limit.fill('0.005')
  await pay.button('Allow up to 0.005 USDC').click()
  await expect(pay.dialog).toContainText('Enter at least 0.01 USDC.')
  await limit.fill('0.02')
  await pay.button('Allow up to 0.02 USDC').click()
  expect(await first).toEqual(served)
  expect(await weather(pay)).toEqual(served)
  expect(await balanceOf(usdc, account.address)).toBe(8n * cent)
  const third = weather(pay)
  await pay.expectView('PayForRequest')
  await expect(pay.dialog).toContainText('0.02 of 0.02 USDC')
  await pay.button('Decline').click()
  expect(await third).toEqual(['SPENDING_CAP'])
  expect(await balanceOf(usdc, account.address)).toBe(8n * cent)
})

together('a refusal, here or in the wallet, costs nothing', async ({ pay, wallet, account }) => {
  await mint(usdc, account.address, 10n * cent)
  await pay.goto()
  await pay.connectByHandle('Meadow Wallet')
  const here = weather(pay)
  await pay.button('Decline').click()
  expect(await here).toEqual(['SPENDING_CAP'])
  expect(await wallet.control.requests(asks)).toHaveLength(0)
  await wallet.control.next(asks, 'reject')
  const there = weather(pay)
  await pay.button('Pay once').click()
  expect(await there).toEqual(['SPENDING_CAP'])
  expect(await balanceOf(usdc, account.address)).toBe(10n * cent)
})

together('without a wallet the answer of 402 is the answer', async ({ pay }) => {
  await pay.goto()
  const [status] = await weather(pay)
  expect(status).toBe(402)
  await expect(pay.dialog).toBeHidden()
})
