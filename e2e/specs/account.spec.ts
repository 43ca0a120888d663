import { chain } from '../setup/chain.ts'
import { expect, fund, shortened, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'

together(
  'SPEC §5 the native balance is what the chain says, floored to 3 decimals',
  async ({ shop, wallet: _, account }) => {
    await fund(account.address, 12_345_999_999_999_999_999n)
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    await shop.openAccount()
    await expect(shop.title).toHaveText('Account')
    const wei = await chain(31337).getBalance(account.address)
    const floored = `${wei / 10n ** 18n}.${String((wei % 10n ** 18n) / 10n ** 15n).padStart(3, '0')}`
    expect(floored).toBe('12.345')
    await expect(shop.dialog.getByText(`${floored} ETH`)).toBeVisible()
    expect(
      await shop.state(({ accounts }) => [accounts.eip155?.balance, accounts.eip155?.balanceSymbol]),
    ).toEqual(['12.345999999999999999', 'ETH'])
  },
)

together('an unfunded account holds nought, which is not unknown', async ({ shop, wallet: _ }) => {
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await shop.openAccount()
  await expect(shop.dialog.getByText('0.000 ETH')).toBeVisible()
})

together(
  'the address: shortened, in full on demand, and copied whole',
  async ({ page, context, shop, wallet: _, account }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    await shop.openAccount()
    const toggle = shop.dialog.getByRole('button', { name: shortened(account.address) })
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await toggle.click()
    const full = shop.dialog.locator('[part=address][data-full]')
    await expect(full).toBeVisible()
    expect((await full.innerText()).replace(/\s/g, '')).toBe(account.address)

    await shop.button('Copy address').click()
    await expect(shop.dialog.getByRole('status')).toHaveText('Address copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(account.address)
  },
)

test('a copy that the browser refuses shows the error and the remedy', async ({ page, shop, wallet: _ }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('Denied', 'NotAllowedError')) },
    })
    document.execCommand = () => false
  })
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await shop.openAccount()
  await shop.button('Copy address').click()
  await expect(shop.dialog.getByRole('alert')).toHaveText('Couldn’t copy. Select the address and copy it.')
})

together('SPEC §5 a testnet hides the balance', async ({ page, shop, wallet, account, stack }) => {
  await fund(account.address, 5n * 10n ** 18n, 31339)
  await wallet.control.switchChain(31339)
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await expect(shop.networkButton).toHaveAccessibleName('Network: Cedar Testnet')
  await shop.openAccount()
  await expect(shop.button('Copy address')).toBeVisible()
  await expect(shop.dialog.getByText('5.000')).toHaveCount(0)
  const rpc = stack.chains.find(({ id }) => id === 31339)?.rpcUrls.default.http[0] ?? 'none'
  expect(asked.filter(url => url.startsWith(rpc))).toEqual([])
  expect(await shop.state(({ accounts }) => accounts.eip155?.balance)).toBeUndefined()
})

test('money from the faucet shows at the next visit', async ({ page, shop, wallet: _, account, stack }) => {
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await shop.openAccount()
  await expect(shop.dialog.getByText('0.000 ETH')).toBeVisible()
  const paid = await page.request.post(stack.faucet, {
    data: { chainId: 31337, address: account.address, tokens: [] },
  })
  expect(paid.ok()).toBe(true)
  await page.reload()
  await shop.openAccount()
  await expect(shop.dialog.getByText('10.000 ETH')).toBeVisible()
})

test('SPEC §9 reads a balance again after 30 s', async ({ page, shop, wallet: _, account, stack }) => {
  // Told by the test alone: a busy machine may take seconds from one opening to the next.
  const start = Date.now()
  await page.clock.setFixedTime(start)
  await fund(account.address, 10n ** 18n)
  const rpc = stack.chains[0]?.rpcUrls.default.http[0] ?? 'none'
  let reads = 0
  page.on('request', request => {
    if (request.url().startsWith(rpc) && request.postData()?.includes('eth_getBalance')) reads += 1
  })
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await shop.openAccount()
  await expect(shop.dialog.getByText('1.000 ETH')).toBeVisible()
  await fund(account.address, 2n * 10n ** 18n)
  await shop.button('Close').click()
  await page.clock.setFixedTime(start + 29_000)
  await shop.openAccount()
  await expect(shop.dialog.getByText('1.000 ETH')).toBeVisible()
  expect(reads).toBe(1)
  await shop.button('Close').click()
  await page.clock.setFixedTime(start + 31_000)
  await shop.openAccount()
  await expect(shop.dialog.getByText('2.000 ETH')).toBeVisible()
  expect(reads).toBe(2)
})

together(
  "a chain that does not answer: '—', and SPEC §8's 'Token Balance Unavailable' once",
  async ({ page, shop, forgiven, stack, wallet: _ }) => {
    forgiven.push(/status of 400/)
    await page.route(
      url => url.href.startsWith(stack.chains[0]?.rpcUrls.default.http[0] ?? 'none'),
      route => route.fulfill({ status: 400, body: 'no' }),
    )
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    await shop.openAccount()
    const notice = shop.dialog
      .locator('.snackbar, [part=notice]')
      .filter({ hasText: 'Token Balance Unavailable' })
    await expect(notice).toBeVisible()
    await expect(shop.dialog.getByText('— ETH')).toBeVisible()
  },
)

together('balances through the proxy of the services', async ({ page, shop, stack, wallet: _, account }) => {
  await fund(account.address, 3n * 10n ** 18n)
  const asked: URL[] = []
  page.on('request', request => asked.push(new URL(request.url())))
  await shop.goto({ rpc: 'proxy' })
  await shop.connectByHandle('Meadow Wallet')
  await shop.openAccount()
  await expect(shop.dialog.getByText('3.000 ETH')).toBeVisible()
  const own = new URL(page.url()).origin
  const foreign = asked.filter(url => url.origin !== own)
  expect([...new Set(foreign.map(({ origin }) => origin))]).toEqual([new URL(stack.services).origin])
  expect(foreign[0]?.pathname).toBe('/v1')
  expect(Object.fromEntries(foreign[0]?.searchParams ?? [])).toMatchObject({
    chainId: 'eip155:31337',
    projectId: 'latchkey-dev',
  })
})

test('Disconnect brings the button back, the wallet is among the recent ones, and a reload changes nothing', async ({
  page,
  shop,
  wallet,
}) => {
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  const disconnected = await shop.record('disconnected')
  await shop.openAccount()
  await shop.pressMenu('disconnect')
  await expect(shop.connectButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
  await expect(shop.connectButton).toBeFocused()
  expect(await disconnected.all()).toMatchObject([{ namespace: 'eip155', by: 'app' }])
  expect(await wallet.control.listenerCount()).toBe(0)
  expect(await shop.state(state => state.accounts.eip155?.status)).toBe('disconnected')

  await page.reload()
  await expect(shop.connectButton).toBeVisible()
  await shop.openConnect()
  await expect(shop.section('Recent').getByRole('button', { name: 'Meadow Wallet' })).toBeVisible()
})

together(
  'the explorer of the network is a link to the address, opened beside the page',
  async ({ page, shop, wallet, account }) => {
    // No test asks a real chain anything.
    await page.route(/^https:/, route => {
      const { id } = route.request().postDataJSON() as { id: number }
      return route.fulfill({ json: { jsonrpc: '2.0', id, result: '0x1bc16d674ec80000' } })
    })
    await wallet.control.switchChain(1)
    await shop.goto({ networks: '31337,all' })
    await shop.connectByHandle('Meadow Wallet')
    await shop.openAccount()
    await shop.openMenu()
    const link = shop.dialog.getByRole('menuitem', { name: /^View on / })
    await expect(link).toHaveAttribute('href', `https://etherscan.io/address/${account.address}`)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(shop.dialog.getByText('2.000 ETH')).toBeVisible()
  },
)

together('a network without an explorer has no such row', async ({ shop, wallet: _ }) => {
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await shop.openAccount()
  await shop.openMenu()
  await expect(shop.menuItem('disconnect')).toBeVisible()
  await expect(shop.dialog.locator('a[href]')).toHaveCount(0)
})

together('a wallet that is cut off ends the connection on the page', async ({ shop, wallet }) => {
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await shop.openAccount()
  await wallet.control.disconnect()
  await expect(shop.dialog).toBeHidden()
  await expect(shop.connectButton).toBeVisible()
})
