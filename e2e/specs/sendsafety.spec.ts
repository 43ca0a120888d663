import { createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chain } from '../setup/chain.ts'
import { publicClient } from '../setup/publicClient.ts'
import { registerName } from '../setup/registerName.ts'
import { SendPage } from '../setup/SendPage.ts'
import { expect, freshAccount, fund, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'

const ether = 10n ** 18n
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test.beforeEach(({ account }) => fund(account.address, ether))

const etherOf = (address: `0x${string}`) => publicClient(31337).getBalance({ address })
const nonceOf = (address: `0x${string}`) => publicClient(31337).getTransactionCount({ address })

test('SPEC-NOTES §4 a registered name leads to its address, which is in sight; T69 its picture comes from the services alone', async ({
  page,
  send,
  stack,
  wallet: _,
}) => {
  const other = freshAccount()
  const name = await registerName(other.privateKey, { avatar: picture })
  const asked = new Set<string>()
  page.on('request', request => asked.add(new URL(request.url()).origin))
  await send.goto({ services: 'on' })
  await send.connectByHandle('Meadow Wallet')
  await send.openSend()
  await send.amount.fill('0.1')
  await send.receiver.fill(name.toUpperCase())
  await expect(send.dialog.getByText(`Read as ${name}`)).toBeVisible()
  await expect(send.dialog.locator('.avatar-image')).toHaveAttribute('src', /^blob:/)
  await send.button('Review').click()
  await send.expectView('WalletSendPreview')
  await expect(send.dialog.getByText(name)).toBeVisible()
  await expect(send.dialog.locator('[part=address]')).toHaveText(other.address)
  await send.button('Send 0.1 ETH').click()
  await expect(send.status).toContainText('0.1 ETH sent')
  expect(await etherOf(other.address)).toBe(ether / 10n)
  const own = [
    stack.shop,
    stack.services,
    ...stack.chains.map(({ rpcUrls }) => rpcUrls.default.http[0] ?? ''),
  ]
  const origins = own.map(url => new URL(url).origin)
  expect([...asked].filter(origin => origin !== 'null' && !origins.includes(origin))).toEqual([])
})

together(
  'T64 a name with a letter of another alphabet is refused, and a name that nobody has too',
  async ({ send, faults, wallet: _ }) => {
    await send.goto({ services: 'on' })
    await send.connectByHandle('Meadow Wallet')
    await send.openSend()
    await send.amount.fill('0.1')
    await send.receiver.fill('vit\u0430lik.latch.eth')
    await expect(send.dialog.getByText('“\u0430” is from another alphabet.')).toBeVisible()
    await send.receiver.fill('nobody-has-this.latch.eth')
    await expect(send.dialog.getByText('isn’t registered or has no address')).toBeVisible()
    await expect(send.action).toHaveText('Check the recipient')
    // The browser says it of each answer that is a refusal.
    expect(faults.splice(0).every(fault => fault.includes('404'))).toBe(true)
  },
)

together(
  'SPEC §5 a wrong checksum is refused, an address without 0x is taken',
  async ({ send, wallet: _ }) => {
    const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    await send.goto()
    await send.connectByHandle('Meadow Wallet')
    await send.openSend()
    await send.amount.fill('0.1')
    await send.receiver.fill(address.replace('d8dA', 'D8dA'))
    await expect(send.dialog.getByText('the checksum doesn’t match')).toBeVisible()
    await send.action.click()
    await send.expectView('WalletSend')
    await send.receiver.fill(address.slice(2))
    await send.button('Review').click()
    await send.expectView('WalletSendPreview')
    await expect(send.dialog.locator('[part=address]')).toHaveText(address)
  },
)

together(
  'T63 an imitation of the visitor’s own address goes on only with its end retyped',
  async ({ send, wallet: _, account }) => {
    const { address } = account
    const imitation = `${address.slice(0, 6)}${'0'.repeat(30)}${address.slice(-6)}`.toLowerCase()
    await send.goto()
    await send.connectByHandle('Meadow Wallet')
    await send.openSend()
    await send.amount.fill('0.1')
    await send.receiver.fill(imitation)
    await expect(
      send.dialog.getByText('This address looks like one you know but isn’t', { exact: true }),
    ).toBeVisible()
    await expect(send.dialog.locator('mark').nth(20)).toBeVisible()
    await send.action.click()
    await send.expectView('WalletSend')
    const retype = send.dialog.getByRole('textbox', { name: /^Type the last 6/ })
    await expect(retype).toBeFocused()
    await retype.fill(imitation.slice(-6))
    await send.button('Review').click()
    await send.expectView('WalletSendPreview')
  },
)

together('T73 a double click is one transfer', async ({ send, wallet, account }) => {
  const { address } = freshAccount()
  await send.goto()
  await send.connectByHandle('Meadow Wallet')
  await send.openSend()
  await send.review('0.1', address)
  await send.button('Send 0.1 ETH').dblclick()
  await expect(send.status).toContainText('0.1 ETH sent')
  expect(await wallet.control.requests('eth_sendTransaction')).toHaveLength(1)
  expect(await nonceOf(account.address)).toBe(1)
  expect(await etherOf(address)).toBe(ether / 10n)
})

test('T73 sends once from two tabs at the same time', async ({
  send,
  wallet,
  account,
  page,
  recipe,
  stack,
}) => {
  const { address } = freshAccount()
  await wallet.control.always('eth_sendTransaction', 'slow')
  const { installWallets } = await import('@latchkey/testing/playwright')
  const other = await page.context().newPage()
  const options = { name: 'Meadow Wallet', rdns: 'example.meadow', accounts: [account.privateKey] }
  const [theirs] = await installWallets(other, [recipe(options)])
  const tabs = [send, new SendPage(other, stack.shop)]
  await send.goto()
  await send.connectByHandle('Meadow Wallet')
  await tabs[1]?.goto()
  for (const tab of tabs) {
    await tab.page.bringToFront()
    await tab.openSend()
    await tab.review('0.1', address)
    await expect(tab.dialog.getByText('Total', { exact: true })).toBeVisible()
  }
  await page.bringToFront()
  await send.button('Send 0.1 ETH').click()
  await wallet.control.waitForRequest('eth_sendTransaction')
  await other.bringToFront()
  await tabs[1]?.button('Send 0.1 ETH').click()
  await expect(tabs[1]?.status ?? send.status).toContainText('Another transfer is waiting in your wallet')
  await wallet.control.release('eth_sendTransaction')
  await page.bringToFront()
  await expect(send.status).toContainText('0.1 ETH sent')
  expect(await theirs?.control.requests('eth_sendTransaction')).toHaveLength(0)
  expect(await nonceOf(account.address)).toBe(1)
})

together(
  'T73 a reload while the wallet is asked: the page says so, and the same is not sent twice',
  async ({ page, send, wallet, account }) => {
    const { address } = freshAccount()
    await send.goto()
    await wallet.control.next('eth_sendTransaction', 'hang')
    await send.connectByHandle('Meadow Wallet')
    await send.openSend()
    await send.review('0.1', address)
    await send.button('Send 0.1 ETH').click()
    await wallet.control.waitForRequest('eth_sendTransaction')
    await expect(send.status).toContainText('Approve in Meadow Wallet')
    await page.reload()
    await send.openSend()
    await send.row(/^Still pending: 0\.1 ETH/).click()
    await expect(send.status).toContainText('Waiting in your wallet')
    await expect(send.dialog.getByRole('button', { name: /again/i })).toHaveCount(0)
    await send.button('Back').click()
    // What waits in the wallet may still be approved there: nothing else goes out.
    await send.review('0.1', address)
    await send.button('Send 0.1 ETH').click()
    await expect(send.status).toContainText('Another transfer is waiting in your wallet')
    expect(await wallet.control.requests('eth_sendTransaction')).toHaveLength(0)
    expect(await nonceOf(account.address)).toBe(0)
    expect(await etherOf(address)).toBe(0n)
  },
)

together(
  'F15 nodes that do not answer: no fee is made up, and what was sent is "on its way" until a receipt',
  async ({ page, send, faults, wallet: _, stack }) => {
    const { address } = freshAccount()
    const rpc = stack.chains[0]?.rpcUrls.default.http[0] ?? 'none'
    await send.goto()
    await send.connectByHandle('Meadow Wallet')
    await send.openSend()
    await send.amount.fill('0.1')
    await send.receiver.fill(address)
    let cut = true
    await page.route(
      url => url.href.startsWith(rpc),
      (route, request) =>
        // The wallet's own way to the chain stays.
        cut && !request.headers()['x-wallet'] && !request.postData()?.includes('eth_sendRawTransaction')
          ? route.fulfill({ status: 400, body: 'no' })
          : route.continue(),
    )
    await send.button('Review').click()
    await expect(send.dialog.getByText('Not known. Your wallet shows it before you approve.')).toBeVisible()
    cut = false
    await send.button('Send 0.1 ETH').click()
    await expect(send.status).toContainText('0.1 ETH sent')
    expect(faults.splice(0).every(fault => fault.includes('400'))).toBe(true)
  },
)

together('a transaction that the chain reverts failed, and is said so', async ({ send, wallet, account }) => {
  const { address } = freshAccount()
  await wallet.control.setMode('ask')
  await send.goto()
  await send.connectButton.click()
  await send.row('Meadow Wallet').click()
  await wallet.control.waitForPending('eth_requestAccounts')
  await wallet.control.approve()
  await expect(send.accountButton).toBeVisible()
  await send.openSend()
  await send.review('0.1', address)
  await expect(send.dialog.getByText('Total', { exact: true })).toBeVisible()
  await send.button('Send 0.1 ETH').click()
  await wallet.control.waitForPending('eth_sendTransaction')
  // Between the review and the approval the receiver becomes a contract that takes nothing.
  await chain(31337).setCode(address, '0x60006000fd')
  await wallet.control.approve()
  await expect(send.status).toContainText('Failed on Alder')
  expect(await etherOf(address)).toBe(0n)
  expect(await nonceOf(account.address)).toBe(1)
})

together('what a node says would fail is said before it is sent', async ({ send, wallet: _ }) => {
  const { address } = freshAccount()
  await chain(31337).setCode(address, '0x60006000fd')
  await send.goto()
  await send.connectByHandle('Meadow Wallet')
  await send.openSend()
  await send.review('0.1', address)
  await expect(send.dialog.getByText('This would fail right now', { exact: true })).toBeVisible()
  // It arrives late, and is announced.
  await expect(send.dialog.getByRole('alert').filter({ hasText: 'This would fail' })).not.toBeEmpty()
  await expect(send.dialog.getByText('The recipient is a contract.')).toBeVisible()
  await expect(send.button('Send 0.1 ETH anyway')).toBeVisible()
})

together('a fee bump in the wallet is recognised by the chain', async ({ send, wallet, account }) => {
  const { address } = freshAccount()
  const lost = `0x${'ab'.repeat(32)}` as Hex
  await send.goto()
  await wallet.control.next('eth_sendTransaction', { kind: 'answer', value: lost })
  await send.connectByHandle('Meadow Wallet')
  await send.openSend()
  await send.review('0.1', address)
  await send.button('Send 0.1 ETH').click()
  await expect(send.status).toContainText('On its way')
  const replacing = createWalletClient({
    account: privateKeyToAccount(account.privateKey),
    transport: http(chain(31337).rpcUrl),
  })
  await replacing.sendTransaction({ chain: null, to: address, value: ether / 10n, nonce: 0 })
  await expect(send.status).toContainText('0.1 ETH sent')
  await expect(send.status).toContainText('in place of the first transaction')
})
