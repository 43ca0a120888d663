/** Payments that a backend made, by every way of the visitor's own wallet (SPEC-NOTES §4 "Exchange and payments"; T61, T73, T131). */
import { devContracts } from '@latchkey/devstack'
import { createPayments, type Payments, verifyReceipt, type WireOwnPayment } from 'latchkey/server'
import { PayPage } from '../setup/PayPage.ts'
import type { Stack } from '../setup/stack.ts'
import { allowanceOf, balanceOf, ether, etherOf, mint, nonceOf } from '../setup/swapChain.ts'
import { tabTo } from '../setup/tabTo.ts'
import { expect, freshAccount, fund, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'

const { usdc, dai, tax } = devContracts
const till = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const alder = 'eip155:31337'
/** The public key of the services' development key. */
const developmentDirectoryKey = 'HDVzMOEwBiBtQUqYAiK4TgZEajF3OfSncQ-z9I80Zxw'
const sends = 'eth_sendTransaction'
const dollars = 19_990_000n

/** As the host's backend does it. */
const backend = ({ services, projectId }: Stack): Payments =>
  createPayments({ endpoint: services, projectId, secret: 'sk_dev_latchkey' })

/** A payment of 19.99 USDC. */
const inDollars = (stack: Stack, expiresIn?: number): Promise<WireOwnPayment> =>
  backend(stack).createPayment({
    accepts: [{ asset: `${alder}/erc20:${usdc}`, amount: '19.99', recipient: `${alder}:${till}` }],
    description: 'A frame of oak',
    ...(expiresIn !== undefined && { expiresIn }),
  })

const inEther = (stack: Stack): Promise<WireOwnPayment> =>
  backend(stack).createPayment({
    accepts: [{ asset: `${alder}/slip44:60`, amount: '0.01', recipient: `${alder}:${till}` }],
    description: 'A postcard',
  })

/** The till is shared by all tests: what one payment brought it is in the payment's own transfers. */
const transfersOf = async (stack: Stack, id: string) =>
  (await backend(stack).getPayment(id)).transfers.map(({ amount, payer }) => ({ amount, payer }))

test.beforeEach(async ({ account }) => {
  await fund(account.address, ether)
})

together(
  'pays in ETH, and the receipt is verified without the services',
  async ({ stack, pay, wallet, account }) => {
    const { id } = await inEther(stack)
    await pay.goto()
    await pay.connectByHandle('Meadow Wallet')
    await pay.ask({ paymentId: id })
    await pay.choose('Pay with ETH')
    await pay.button('Pay 0.01 ETH').click()
    await pay.expectPaid()
    await expect(pay.button('Receipt')).toBeVisible()
    await pay.button('Done').click()
    const { receipt, ...result } = await pay.result()
    const [sent] = await wallet.control.requests(sends)
    expect(result).toEqual({
      status: expect.stringMatching(/^(paid|settled)$/),
      paymentId: id,
      txHash: sent?.result,
      verified: true,
    })
    const rules = { directoryKeys: [developmentDirectoryKey], projectId: stack.projectId, payment: id }
    expect(await verifyReceipt(receipt, rules)).toMatchObject({
      valid: true,
      receipt: { transfers: [{ amount: '0.01', payer: `${alder}:${account.address}` }] },
    })
    const forged = JSON.parse(JSON.stringify(receipt).replace('"0.01"', '"9.01"'))
    expect(await verifyReceipt(forged, rules)).toEqual({ valid: false, refusal: 'signature' })
  },
)

together(
  'pays in USDC: exactly the price leaves, in one transaction',
  async ({ stack, pay, wallet, account }) => {
    await mint(usdc, account.address, 25_000_000n)
    const { id } = await inDollars(stack)
    await pay.goto()
    await pay.connectByHandle('Meadow Wallet')
    await pay.ask({ paymentId: id })
    await expect(pay.dialog).toContainText('A frame of oak')
    await pay.choose('Pay with USDC')
    await pay.button('Pay 19.99 USDC').click()
    await pay.expectPaid()
    expect(await balanceOf(usdc, account.address)).toBe(25_000_000n - dollars)
    expect(await wallet.control.requests(sends)).toHaveLength(1)
    await expect
      .poll(() => transfersOf(stack, id))
      .toEqual([{ amount: '19.99', payer: `${alder}:${account.address}` }])
  },
)

together(
  'T70 swap-and-pay with ETH: the merchant gets exactly the price',
  async ({ stack, pay, account }) => {
    const { id } = await inDollars(stack)
    await pay.goto({ swaps: 'on' })
    await pay.connectByHandle('Meadow Wallet')
    await pay.ask({ paymentId: id })
    await pay.choose('Pay with ETH')
    await expect(pay.dialog).toContainText('Checked: nothing else leaves your account.')
    await pay.button('Pay 19.99 USDC').click()
    await pay.expectPaid()
    await expect.poll(() => transfersOf(stack, id)).toMatchObject([{ amount: '19.99' }])
    expect(await balanceOf(usdc, account.address)).toBe(0n)
    expect(await etherOf(account.address)).toBeLessThan(ether)
  },
)

together(
  'T70 swap-and-pay with DAI: the merchant gets exactly the price, and what is left of the approval is revoked',
  async ({ stack, pay, wallet, account }) => {
    await mint(dai, account.address, 100n * ether)
    const { id } = await inDollars(stack)
    await pay.goto({ swaps: 'on' })
    await pay.connectByHandle('Meadow Wallet')
    await pay.ask({ paymentId: id })
    await pay.choose('Pay with DAI')
    await pay.button('Approve and pay').click()
    await pay.expectPaid()
    await expect.poll(() => transfersOf(stack, id)).toMatchObject([{ amount: '19.99' }])
    expect(await balanceOf(dai, account.address)).toBeLessThan(100n * ether)
    const asked = await wallet.control.requests(sends)
    expect(asked.length).toBeGreaterThanOrEqual(2)
    // The approval covers the slippage, which was not needed: the result names it, with a way to take it back.
    expect(await allowanceOf(dai, account.address)).toBeLessThan(ether)
    await expect(pay.dialog).toContainText(/DAI can still be taken/)
    await pay.button('Revoke: DAI').click()
    await expect.poll(() => allowanceOf(dai, account.address)).toBe(0n)
    await expect(pay.button('Revoke: DAI')).toHaveCount(0)
  },
)

const cents = 10n ** 16n
for (const [asset, way, amount, most] of [
  ['ETH', 'ETH', '0.010000000000000001', cents + 1n],
  ['DAI', 'DAI', '19.990000000000000001', 1_999n * cents + 1n],
  ['DAI', 'ETH', '19.990000000000000001', 1_999n * cents + 1n],
  ['ETH', 'DAI', '0.010000000000000001', cents + 1n],
] as const)
  together(
    `T70 a merchant asks for ${asset} and is paid with ${way}: exactly so much, to the unit`,
    async ({ pay, wallet: _, account }) => {
      const merchant = freshAccount().address
      await mint(dai, account.address, 100n * ether)
      await pay.goto({ swaps: 'on' })
      await pay.connectByHandle('Meadow Wallet')
      const id = asset === 'ETH' ? (`${alder}/slip44:60` as const) : (`${alder}/erc20:${dai}` as const)
      await pay.ask({ recipient: merchant, asset: id, amount })
      await pay.choose(`Pay with ${way}`)
      await pay.dialog.getByRole('button', { name: /^(Pay \d|Approve and pay)/ }).click()
      await pay.expectPaid()
      expect(await (asset === 'ETH' ? etherOf(merchant) : balanceOf(dai, merchant))).toBe(most)
    },
  )

together(
  'T135 a token that keeps a part of each transfer is not paid with: the merchant would get less',
  async ({ pay, wallet, account }) => {
    await mint(tax, account.address, 100n * ether)
    await pay.goto()
    await pay.connectByHandle('Meadow Wallet')
    // The till itself gets the part that this token keeps: it would miss nothing.
    const recipient = freshAccount().address
    await pay.ask({ recipient, asset: `${alder}/erc20:${tax}`, amount: '10' })
    await pay.choose('Pay with TOLL')
    await expect(pay.dialog).toContainText('TOLL keeps part of each transfer')
    await expect(pay.dialog).toContainText('Less than 10 TOLL would arrive.')
    await expect(pay.button('Pay 10 TOLL')).toHaveCount(0)
    await pay.button('Choose another way').click()
    await pay.expectView('Pay')
    await pay.button('Close').click()
    expect(await wallet.control.requests(sends)).toEqual([])
    expect(await pay.result()).toEqual({ status: 'cancelled', verified: false })
  },
)

together('a declined payment is a result, and the wallet is asked once', async ({ stack, pay, wallet }) => {
  const { id } = await inEther(stack)
  await pay.goto()
  await pay.connectByHandle('Meadow Wallet')
  await wallet.control.next(sends, 'reject')
  await pay.ask({ paymentId: id })
  await pay.choose('Pay with ETH')
  await pay.button('Pay 0.01 ETH').click()
  await expect(pay.dialog).toContainText('You declined it in Meadow Wallet. Nothing was paid.')
  await pay.button('Close').click()
  expect(await pay.result()).toEqual({ status: 'cancelled', paymentId: id, verified: true })
  expect(await wallet.control.requests(sends)).toHaveLength(1)
  expect(await transfersOf(stack, id)).toEqual([])
})

test('T73 reloaded between ask and receipt, the same payment goes on and is paid once', async ({
  page,
  stack,
  pay,
  wallet: _,
  account,
  forgiven,
}) => {
  forgiven.push(/Failed to load resource|ERR_/)
  const { id } = await inEther(stack)
  await pay.goto()
  await pay.connectByHandle('Meadow Wallet')
  // The services hear nothing of it from the page that asked.
  await page.route('**/v1/payments/*/transactions?**', route => route.abort())
  await pay.ask({ paymentId: id })
  await pay.choose('Pay with ETH')
  await pay.button('Pay 0.01 ETH').click()
  await expect.poll(() => nonceOf(account.address)).toBe(1)
  await page.reload()
  await page.unrouteAll()
  await expect(pay.accountButton).toBeVisible()
  await pay.ask({ paymentId: id })
  await pay.expectPaid()
  expect(await nonceOf(account.address)).toBe(1)
  // The chain's receipt is enough for "Paid"; the services count the block a little later.
  await expect.poll(() => transfersOf(stack, id)).toHaveLength(1)
})

test('T61 the account moves after the review: nothing is asked for', async ({
  stack,
  pay,
  page,
  recipe,
  account,
}) => {
  const other = freshAccount()
  const { installWallets } = await import('@latchkey/testing/playwright')
  const [wallet] = await installWallets(page, [
    recipe({
      name: 'Meadow Wallet',
      rdns: 'example.meadow',
      accounts: [account.privateKey, other.privateKey],
    }),
  ])
  const { id } = await inEther(stack)
  await pay.goto()
  await pay.connectByHandle('Meadow Wallet')
  await pay.ask({ paymentId: id })
  await pay.choose('Pay with ETH')
  await expect(pay.button('Pay 0.01 ETH')).toBeEnabled()
  await wallet.control.switchAccount(1)
  await expect(pay.dialog).toContainText('Your wallet is on another account or network')
  expect(await wallet.control.requests(sends)).toEqual([])
})

test('T73 two tabs pay the same payment: one transaction', async ({
  page,
  context,
  stack,
  pay,
  wallet,
  recipe,
  account,
}) => {
  const { installWallets } = await import('@latchkey/testing/playwright')
  const { id } = await inEther(stack)
  await pay.goto()
  await pay.connectByHandle('Meadow Wallet')
  const second = await context.newPage()
  await installWallets(second, [
    recipe({ name: 'Meadow Wallet', rdns: 'example.meadow', accounts: [account.privateKey] }),
  ])
  const there = new PayPage(second, stack.shop)
  await there.goto()
  await expect(there.accountButton).toBeVisible()
  await there.ask({ paymentId: id })
  await there.choose('Pay with ETH')
  await page.bringToFront()
  await wallet.control.next(sends, 'slow')
  await pay.ask({ paymentId: id })
  await pay.choose('Pay with ETH')
  await pay.button('Pay 0.01 ETH').click()
  await wallet.control.waitForRequest(sends)
  await second.bringToFront()
  // Nothing is on the chain yet: the other tab knows that this one asks.
  await expect(there.button('Pay 0.01 ETH')).toHaveCount(0)
  await page.bringToFront()
  await wallet.control.release(sends)
  await pay.expectPaid()
  await second.bringToFront()
  await there.expectPaid()
  expect(await nonceOf(account.address)).toBe(1)
  await expect.poll(() => transfersOf(stack, id)).toHaveLength(1)
})

together('a payment that was paid elsewhere is not asked for again', async ({ stack, pay, wallet }) => {
  const { id } = await inEther(stack)
  await pay.goto()
  await pay.connectByHandle('Meadow Wallet')
  await pay.ask({ paymentId: id })
  await pay.choose('Pay with ETH')
  await pay.button('Pay 0.01 ETH').click()
  await pay.expectPaid()
  await pay.button('Done').click()
  await pay.ask({ paymentId: id })
  await pay.expectPaid()
  expect(await wallet.control.requests(sends)).toHaveLength(1)
})

together('expired: it is said, and nothing can be paid', async ({ page, stack, pay, wallet }) => {
  const { id } = await inEther(stack)
  // The services' own answer, later.
  await page.route(`**/v1/payments/${id}?**`, async route => {
    const response = await route.fetch()
    const { payment } = (await response.json()) as { payment: object }
    await route.fulfill({ response, json: { payment: { ...payment, state: 'expired' } } })
  })
  await pay.goto()
  await pay.connectByHandle('Meadow Wallet')
  await pay.ask({ paymentId: id })
  await expect(pay.outcome('Payment expired')).toBeVisible()
  await pay.button('Done').click()
  expect(await pay.result()).toMatchObject({ status: 'expired', paymentId: id })
  expect(await wallet.control.requests(sends)).toEqual([])
})

test('the services cannot be reached: it says so, and goes on by "Try again"', async ({
  page,
  stack,
  pay,
  forgiven,
  wallet: _,
}) => {
  forgiven.push(/Failed to load resource|ERR_FAILED/)
  const { id } = await inEther(stack)
  let isCut = true
  await page.route(`**/v1/payments/**`, route => (isCut ? route.abort() : route.continue()))
  await pay.goto()
  await pay.connectByHandle('Meadow Wallet')
  await pay.ask({ paymentId: id })
  await expect(pay.dialog).toContainText('Failed to reach the services')
  isCut = false
  await pay.button('Try again').click()
  await pay.choose('Pay with ETH')
  await expect(pay.button('Pay 0.01 ETH')).toBeEnabled()
})

together('390×844, by the keyboard alone', async ({ page, stack, pay, wallet: _ }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { id } = await inEther(stack)
  await pay.goto()
  await pay.connectByHandle('Meadow Wallet')
  await pay.ask({ paymentId: id })
  await pay.expectView('Pay')
  const way = pay.ways.getByRole('button', { name: /^Pay with ETH/ })
  await expect(way).toBeVisible()
  await tabTo(page, way)
  await page.keyboard.press('Enter')
  await pay.expectView('PayReview')
  const press = pay.button('Pay 0.01 ETH')
  await expect(press).toBeEnabled()
  await tabTo(page, press)
  await page.keyboard.press('Enter')
  await pay.expectPaid()
  await tabTo(page, pay.button('Done'))
  await page.keyboard.press('Enter')
  await expect(pay.dialog).toBeHidden()
  expect(await pay.result()).toMatchObject({ status: expect.stringMatching(/^(paid|settled)$/) })
})

test('what the page alone asks for says so, and is not verified', async ({ pay, wallet: _ }) => {
  await pay.goto()
  await pay.connectByHandle('Meadow Wallet')
  await pay.ask({ recipient: till, asset: `${alder}/slip44:60`, amount: '0.01', description: 'A tip' })
  await expect(pay.dialog).toContainText('Recipient and amount come from this page only.')
  await pay.choose('Pay with ETH')
  await pay.button('Pay 0.01 ETH').click()
  await pay.expectPaid()
  await pay.button('Done').click()
  expect(await pay.result()).toMatchObject({ status: 'paid', verified: false })
})
