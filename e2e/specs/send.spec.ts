import { devContracts } from '@latchkey/devstack'
import { type Address, erc20Abi, type Hex } from 'viem'
import { publicClient } from '../setup/publicClient.ts'
import { expect, freshAccount, fund } from '../setup/test.ts'
import { together as test } from '../setup/together.ts'

const ether = 10n ** 18n

/** Gives an account test dollars, by the faucet of the stack. */
async function pay(faucet: string, address: Address, tokens: readonly string[]): Promise<void> {
  const answer = await fetch(faucet, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chainId: 31337, address, tokens }),
  })
  if (!answer.ok) throw new Error(`The faucet did not pay: ${await answer.text()}`)
}

const dollarsOf = (address: Address) =>
  publicClient(31337).readContract({
    address: devContracts.usdc,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })
const etherOf = (address: Address) => publicClient(31337).getBalance({ address })

test('SPEC §4 ether goes from the form to a receipt, and Done leads to the account', async ({
  send,
  wallet,
  account,
}) => {
  await fund(account.address, ether)
  const { address } = freshAccount()
  await send.goto()
  await send.connectByHandle('Meadow Wallet')
  await send.openSend()
  await send.review('0.25', address)
  await expect(send.dialog.getByText('Total', { exact: true })).toBeVisible()
  await send.button('Send 0.25 ETH').click()
  await expect(send.status).toContainText('0.25 ETH sent')
  expect(await etherOf(address)).toBe(ether / 4n)
  const [sent] = await wallet.control.requests('eth_sendTransaction')
  const receipt = await publicClient(31337).getTransactionReceipt({ hash: sent?.result as Hex })
  expect(receipt.status).toBe('success')
  await send.button('Done').click()
  await send.expectView('Account')
  // The draft is gone with the sent transfer.
  await send.button('Send').click()
  await expect(send.amount).toHaveValue('')
  await expect(send.receiver).toHaveValue('')
  await expect(send.dialog.getByRole('list').getByRole('button')).toContainText([address.slice(0, 6)])
})

test('a token by its symbol, in dollars, on a phone', async ({ page, send, wallet: _, account, stack }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await pay(stack.faucet, account.address, ['USDC'])
  const { address } = freshAccount()
  await send.goto({ services: 'on' })
  await send.connectByHandle('Meadow Wallet')
  await send.openSend()
  await send.chooseToken('USD Coin')
  await send.amount.fill('12.5')
  await send.dialog.getByRole('button', { name: /Enter the amount in USD/ }).click()
  await expect(send.amount).toHaveValue(/^12\.\d\d$/)
  await send.amount.fill('10')
  await send.receiver.fill(address.slice(2))
  await send.button('Review').click()
  await expect(send.dialog.getByText('What happens')).toBeVisible()
  await expect(send.dialog.locator('[part=address]').first()).toHaveText(address)
  const label = (await send.action.innerText()).trim()
  expect(label).toMatch(/^Send (?:9|10)(?:\.\d+)? USDC$/)
  await send.action.click()
  await expect(send.status).toContainText('sent')
  const [, amount = ''] = /^Send ([\d.]+) USDC$/.exec(label) ?? []
  const [whole = '0', part = ''] = amount.split('.')
  // The amount shown is the amount signed (T74).
  expect(await dollarsOf(address)).toBe(BigInt(whole + part.padEnd(6, '0')))
})

test('sends by keyboard alone', async ({ page, send, wallet: _, account }) => {
  await fund(account.address, ether)
  const { address } = freshAccount()
  await send.goto()
  await send.connectByHandle('Meadow Wallet')
  await send.accountButton.focus()
  await page.keyboard.press('Enter')
  await send.expectView('Account')
  await send.button('Send').focus()
  await page.keyboard.press('Enter')
  await expect(send.amount).toBeFocused()
  await page.keyboard.type('0.1')
  while (!(await send.receiver.evaluate(field => field.matches(':focus')))) await page.keyboard.press('Tab')
  await page.keyboard.type(address)
  await expect(send.button('Review')).toBeVisible()
  await page.keyboard.press('Enter')
  await send.expectView('WalletSendPreview')
  const action = send.button('Send 0.1 ETH')
  await expect(action).toBeVisible()
  while (!(await action.evaluate(button => button.matches(':focus')))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(send.status).toContainText('0.1 ETH sent')
  expect(await etherOf(address)).toBe(ether / 10n)
})

test('Max leaves just the fee behind', async ({ send, wallet: _, account }) => {
  await fund(account.address, ether)
  const { address } = freshAccount()
  await send.goto()
  await send.connectByHandle('Meadow Wallet')
  await send.openSend()
  await send.receiver.fill(address)
  await send.button('Max').click()
  await expect(send.amount).toHaveValue(/^0\.99\d+$/)
  await send.button('Review').click()
  await expect(send.action).toHaveText(/^Send 0\.99\d+ ETH$/)
  // Until the fee is known, all there is less the fee is not known either.
  await expect(send.action).not.toHaveAttribute('aria-busy', 'true')
  const label = await send.action.innerText()
  await send.action.click()
  await expect(send.status).toContainText('sent')
  const got = await etherOf(address)
  const left = await etherOf(account.address)
  const [whole = '', part = ''] = label.replace(/[^\d.]/g, '').split('.')
  expect(got).toBe(BigInt(whole + part.padEnd(18, '0')))
  expect(left).toBeGreaterThanOrEqual(0n)
  expect(left).toBeLessThan(ether / 1_000n)
})

test('SPEC §5 shows what is missing, and focuses its field', async ({ send, wallet: _, account }) => {
  await fund(account.address, ether)
  await send.goto()
  await send.connectByHandle('Meadow Wallet')
  await send.openSend()
  await send.button('Enter an amount').click()
  await expect(send.dialog.getByRole('alert')).toHaveText('An amount and receiver address are required')
  await expect(send.amount).toBeFocused()
  await send.amount.fill('5')
  await expect(send.dialog.getByText('Insufficient funds')).toBeVisible()
  await expect(send.action).toHaveText('Not enough ETH')
  await send.amount.fill('0.5')
  await send.button('Enter a recipient').click()
  await expect(send.receiver).toBeFocused()
})

test('after a refusal the same transfer can be requested again, and nothing was sent before', async ({
  send,
  wallet,
  account,
}) => {
  await fund(account.address, ether)
  const { address } = freshAccount()
  await send.goto()
  await wallet.control.next('eth_sendTransaction', 'reject')
  await send.connectByHandle('Meadow Wallet')
  await send.openSend()
  await send.review('0.25', address)
  await send.button('Send 0.25 ETH').click()
  await expect(send.status).toContainText('Transaction rejected')
  await expect(send.status).toContainText('Nothing was sent.')
  expect(await etherOf(address)).toBe(0n)
  await send.button('Try again').click()
  await expect(send.status).toContainText('0.25 ETH sent')
  expect(await etherOf(address)).toBe(ether / 4n)
})

test('open() fills in what a host asks for, and resolves with the hash', async ({
  page,
  send,
  wallet: _,
  account,
}) => {
  await fund(account.address, ether)
  const { address } = freshAccount()
  await send.goto()
  await send.connectByHandle('Meadow Wallet')
  await page.evaluate(to => {
    const { latchkey } = window
    const asked = latchkey?.open({ view: 'WalletSend', arguments: { token: 'native', amount: '0.125', to } })
    Object.assign(window, { asked: asked?.then(result => result, String) })
  }, address)
  await expect(send.amount).toHaveValue('0.125')
  await send.button('Review').click()
  await send.button('Send 0.125 ETH').click()
  await expect(send.status).toContainText('0.125 ETH sent')
  const answer = await page.evaluate(() => (window as unknown as { asked: Promise<unknown> }).asked)
  expect(answer).toEqual({ hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  expect(await etherOf(address)).toBe(ether / 8n)
})

test('the draft outlives the token picker and the way back, and ends with the account', async ({
  page,
  send,
  wallet,
  account,
}) => {
  await fund(account.address, ether)
  const { address } = freshAccount()
  await send.goto()
  await send.connectByHandle('Meadow Wallet')
  await send.openSend()
  await send.amount.fill('0.25')
  await send.receiver.fill(address)
  await send.dialog.getByRole('button', { name: /^Token: / }).click()
  await send.expectView('WalletSendSelectToken')
  await page.keyboard.press('Escape')
  await send.button('Review').click()
  await send.expectView('WalletSendPreview')
  await page.keyboard.press('Escape')
  await expect(send.amount).toHaveValue('0.25')
  await expect(send.receiver).toHaveValue(address)
  await wallet.control.switchChain(31338)
  await expect(send.networkButton).toHaveAccessibleName('Network: Birch')
  await expect(send.amount).toHaveValue('')
  await expect(send.receiver).toHaveValue('')
})

test("shows a host's values as text", async ({ page, send, wallet: _, account }) => {
  await fund(account.address, ether)
  await send.goto()
  await send.connectByHandle('Meadow Wallet')
  await page.evaluate(() => {
    const hostile = { token: { toString: 'x' }, amount: '1e5', to: '<img src=x onerror=alert(1)>' }
    void window.latchkey?.open({ view: 'WalletSend', arguments: hostile as never }).catch(() => undefined)
  })
  await send.expectView('WalletSend')
  await expect(send.receiver).toHaveValue('<img src=x onerror=alert(1)>')
  await expect(send.amount).toHaveValue('')
  await expect(send.dialog.getByText('This isn’t an address or a name.')).toBeVisible()
  expect(await send.dialog.locator('img[src=x]').count()).toBe(0)
})
