import { installWallets } from '@latchkey/testing/playwright'
import { expect, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'

together('a visitor switches the network in the widget', async ({ shop, wallet }) => {
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  const changed = await shop.record('networkChanged')
  await shop.networkButton.click()
  await shop.expectView('Networks')
  await expect(shop.row('Alder')).toHaveAttribute('aria-current', 'true')
  await shop.row('Birch').click()
  await expect(shop.networkButton).toHaveAccessibleName('Network: Birch')
  await expect(shop.dialog).toBeHidden()
  expect(await changed.all()).toEqual([
    { namespace: 'eip155', caipNetworkId: 'eip155:31338', supported: true },
  ])
  expect((await wallet.control.state()).chainId).toBe(31338)
  expect(await shop.state(state => state.accounts.eip155?.caipAddress)).toMatch(/^eip155:31338:0x/)
})

together('from the account the way leads to the networks and back', async ({ page, shop, wallet: _ }) => {
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await shop.openAccount()
  await shop.row('Alder').click()
  await shop.expectView('Networks')
  await shop.row('Birch').click()
  await shop.expectView('Account')
  await expect(shop.row('Birch')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shop.dialog).toBeHidden()
})

together('without a connection a network is just chosen, no wallet asked', async ({ page, shop }) => {
  await shop.goto()
  await shop.networkButton.click()
  await shop.row('Birch').click()
  await expect(shop.networkButton).toHaveAccessibleName('Network: Birch')
  await expect(shop.dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
})

together(
  'what a visitor does in the wallet shows on the page within a tick',
  async ({ page, shop, wallet }) => {
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    await wallet.control.switchChain(31338)
    await expect(shop.networkButton).toHaveAccessibleName('Network: Birch')
    const states = await page.evaluate(() => {
      const { __latchkeyWallets: wallets } = window as unknown as {
        __latchkeyWallets: Record<string, { control: { switchChain(id: number): void } }>
      }
      wallets['example.meadow']?.control.switchChain(31337)
      const now = window.latchkey?.getState().network.id
      return Promise.resolve().then(() => [now, window.latchkey?.getState().network.id])
    })
    expect(states).toEqual([31337, 31337])
  },
)

test('SPEC §4 4902: a chain the wallet does not know is added, then switched to', async ({
  page,
  shop,
  stack,
  recipe,
}) => {
  const options = recipe({ name: 'Meadow Wallet', rdns: 'example.meadow' })
  const [wallet] = await installWallets(page, [{ ...options, chains: options.chains.slice(0, 1) }])
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await shop.networkButton.click()
  await shop.row('Birch').click()
  await expect(shop.networkButton).toHaveAccessibleName('Network: Birch')
  const asked = (await wallet.control.requests()).map(({ method }) => method)
  const first = asked.indexOf('wallet_switchEthereumChain')
  expect(asked.slice(first, first + 3)).toEqual([
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
  ])
  const [added] = await wallet.control.requests('wallet_addEthereumChain')
  expect(added?.params).toEqual([
    {
      chainId: '0x7a6a',
      chainName: 'Birch',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: [stack.chains[1]?.rpcUrls.default.http[0]],
    },
  ])
})

test('a refused addition leaves the wallet where it was', async ({ page, shop, recipe }) => {
  const options = recipe({ name: 'Meadow Wallet', rdns: 'example.meadow' })
  const [wallet] = await installWallets(page, [{ ...options, chains: options.chains.slice(0, 1) }])
  await wallet.control.next('wallet_addEthereumChain', 'reject')
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await shop.networkButton.click()
  await shop.row('Birch').click()
  await expect(shop.status).toContainText('Network switch rejected')
  await expect(shop.networkButton).toHaveAccessibleName('Network: Alder')
})

together('a refusal says so, and trying again works', async ({ shop, wallet }) => {
  await shop.goto()
  await wallet.control.next('wallet_switchEthereumChain', 'reject')
  await shop.connectByHandle('Meadow Wallet')
  await shop.networkButton.click()
  await shop.row('Birch').click()
  await expect(shop.status).toHaveText('Network switch rejectedYou declined the switch in Meadow Wallet.')
  await shop.button('Try again').click()
  await expect(shop.networkButton).toHaveAccessibleName('Network: Birch')
})

together('a wallet that says it switched and did not is not believed', async ({ shop, wallet }) => {
  await shop.goto()
  await wallet.control.next('wallet_switchEthereumChain', 'wrongChain')
  await shop.connectByHandle('Meadow Wallet')
  await shop.networkButton.click()
  await shop.row('Birch').click()
  await expect(shop.status).toHaveText(
    'Failed to switch networkMeadow Wallet stayed on another network. Choose Birch in the wallet itself.',
  )
  expect(await shop.state(state => state.network.id)).toBe(31337)

  await wallet.control.switchChain(31338)
  await expect(shop.networkButton).toHaveAccessibleName('Network: Birch')
  await expect(shop.dialog).toBeHidden()
})

together('a wallet that goes elsewhere is followed there', async ({ shop, wallet }) => {
  await shop.goto()
  await wallet.control.next('wallet_switchEthereumChain', { kind: 'wrongChain', chainId: 31339 })
  await shop.connectByHandle('Meadow Wallet')
  await shop.networkButton.click()
  await shop.row('Birch').click()
  await expect(shop.status).toContainText('Failed to switch network')
  await expect(shop.networkButton).toHaveAccessibleName('Network: Cedar Testnet')
})

together('leaving a switch the wallet does not answer keeps the network', async ({ shop, wallet }) => {
  await shop.goto()
  await wallet.control.next('wallet_switchEthereumChain', 'hang')
  await shop.connectByHandle('Meadow Wallet')
  await shop.networkButton.click()
  await shop.row('Birch').click()
  await expect(shop.status).toContainText('Approve the switch to Birch')
  await shop.button('Back').click()
  await shop.expectView('Networks')
  await shop.row('Cedar Testnet').click()
  await expect(shop.networkButton).toHaveAccessibleName('Network: Cedar Testnet')
})

test('accounts: another one chosen in the wallet shows on the page', async ({ page, shop, recipe }) => {
  const [wallet] = await installWallets(page, [
    recipe({ name: 'Meadow Wallet', rdns: 'example.meadow', accounts: 3 }),
  ])
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  const changed = await shop.record('accountChanged')
  await wallet.control.switchAccount(1)
  await expect(shop.accountButton).toHaveAccessibleName('Account 0x7099…dc79C8')
  expect(await changed.all()).toEqual([
    { namespace: 'eip155', address: 'eip155:31337:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  ])
})

together.describe('SPEC §4 a network the host does not list', () => {
  // One after another, on one page.
  together.describe.configure({ mode: 'default' })
  const unlisted = { networks: '31337,31338' }

  together('opens a view that lists the networks and cannot be closed', async ({ page, shop, wallet }) => {
    await shop.goto(unlisted)
    await shop.connectByHandle('Meadow Wallet')
    await wallet.control.switchChain(31339)
    await shop.expectView('UnsupportedChain')
    await expect(shop.status).toContainText('Unsupported network')
    await expect(shop.networkButton).toHaveAccessibleName('Network: Unsupported network')
    expect(await shop.state(({ network }) => [network.name, network.caipNetworkId])).toEqual([
      'unsupported',
      'eip155:31339',
    ])
    await expect(shop.button('Close')).toHaveCount(0)
    await expect(shop.button('Back')).toHaveCount(0)

    const shakes = await shop.recordShakes()
    const refused: number[] = []
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(20, 400),
      () => page.evaluate(() => window.latchkey?.close()),
    ]) {
      await leave()
      refused.push(500)
      await expect.poll(shakes).toEqual(refused)
      await expect(shop.dialog).toBeVisible()
    }

    await shop.row('Birch').click()
    await expect(shop.networkButton).toHaveAccessibleName('Network: Birch')
    await expect(shop.dialog).toBeHidden()
  })

  together('goes away when the wallet comes back by itself', async ({ shop, wallet }) => {
    await shop.goto(unlisted)
    await shop.connectByHandle('Meadow Wallet')
    await wallet.control.switchChain(31339)
    await shop.expectView('UnsupportedChain')
    await wallet.control.switchChain(31338)
    await expect(shop.dialog).toBeHidden()
  })

  together('can be left by disconnecting', async ({ shop, wallet }) => {
    await shop.goto(unlisted)
    await shop.connectByHandle('Meadow Wallet')
    await wallet.control.switchChain(31339)
    await shop.button('Disconnect').click()
    await expect(shop.dialog).toBeHidden()
    await expect(shop.connectButton).toBeVisible()
  })

  together('is met at the end of connecting too', async ({ shop, wallet }) => {
    await wallet.control.switchChain(31339)
    await shop.goto(unlisted)
    await shop.openConnect()
    await shop.row('Meadow Wallet').click()
    await shop.expectView('UnsupportedChain')
    await shop.row('Alder').click()
    await expect(shop.networkButton).toHaveAccessibleName('Network: Alder')
    await expect(shop.dialog).toBeHidden()
  })

  together(
    'does not cover a page that restores its connection: it waits for the next opening',
    async ({ page, shop, wallet }) => {
      await shop.goto(unlisted)
      await shop.connectByHandle('Meadow Wallet')
      await wallet.control.switchChain(31339)
      await shop.expectView('UnsupportedChain')
      await page.reload()
      await expect(shop.networkButton).toHaveAccessibleName('Network: Unsupported network')
      await expect.poll(() => shop.state(state => state.accounts.eip155?.isReconnecting)).toBe(false)
      await expect(shop.dialog).toBeHidden()
      await shop.accountButton.click()
      await shop.expectView('UnsupportedChain')
    },
  )

  together('is tolerated where the host says so', async ({ shop, wallet }) => {
    await shop.goto({ ...unlisted, unsupported: 'on' })
    await shop.connectByHandle('Meadow Wallet')
    await wallet.control.switchChain(31339)
    await expect(shop.networkButton).toHaveAccessibleName('Network: Unsupported network')
    await expect(shop.dialog).toBeHidden()
    await shop.openAccount()
    await expect(shop.row('Network 31339')).toBeVisible()
  })

  together('nor is anything forced with enableNetworkSwitch off', async ({ shop, wallet }) => {
    await shop.goto({ ...unlisted, switch: 'off' })
    await shop.connectByHandle('Meadow Wallet')
    await wallet.control.switchChain(31339)
    await expect(shop.networkButton).toHaveAccessibleName('Network: Unsupported network')
    await expect(shop.dialog).toBeHidden()
  })
})

together.describe('two namespaces', () => {
  // One after another, on one page.
  together.describe.configure({ mode: 'default' })
  const both = { adapters: 'evm,solana', wallets: 'sunbeam', networks: '31337,dogwood' }

  together(
    'SPEC-NOTES §2 SwitchActiveChain: going to a namespace that is not connected keeps the other',
    async ({ shop, wallet: _, account }) => {
      await shop.goto(both)
      await shop.connectByHandle('Meadow Wallet')
      await shop.networkButton.click()
      await shop.row('Dogwood').click()
      await shop.expectView('SwitchActiveChain')
      await expect(shop.status).toHaveText(
        'No wallet is connected for Dogwood yetConnect one to continue. Your other wallet stays connected.',
      )
      await shop.button('Stay on Alder').click()
      await shop.expectView('Networks')
      await shop.row('Dogwood').click()
      await shop.dialog.getByRole('button', { name: /^Switch to / }).click()
      await shop.expectView('Connect')
      await expect(shop.row('Meadow Wallet')).toHaveCount(0)
      await shop.row('Sunbeam').click()
      await expect(shop.networkButton).toHaveAccessibleName('Network: Dogwood')
      await expect(shop.dialog).toBeHidden()
      const accounts = await shop.state(state =>
        Object.fromEntries(Object.entries(state.accounts).map(([ns, { address }]) => [ns, address])),
      )
      expect(accounts.eip155).toBe(account.address)
      expect(accounts.solana).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)

      // One namespace ends, the other stays.
      await shop.openAccount()
      await shop.pressMenu('disconnect')
      await expect(shop.dialog).toBeHidden()
      expect(
        await shop.state(state => [state.accounts.solana?.status, state.accounts.eip155?.status]),
      ).toEqual(['disconnected', 'connected'])
    },
  )

  together(
    'SPEC §2 opening for another namespace switches to it first',
    async ({ page, shop, wallet: _ }) => {
      await shop.goto(both)
      await shop.connectByHandle('Meadow Wallet')
      const changed = await shop.record('activeNamespaceChanged')
      await page.evaluate(() => window.latchkey?.open({ namespace: 'solana' }))
      await shop.expectView('Connect')
      expect(await changed.all()).toEqual([{ namespace: 'solana' }])
      expect(await shop.state(state => state.activeNamespace)).toBe('solana')
      await expect(shop.row('Sunbeam')).toBeVisible()
      await expect(shop.row('Meadow Wallet')).toHaveCount(0)
      await shop.button('Close').click()
      await page.evaluate(() => window.latchkey?.open({ namespace: 'eip155' }))
      await shop.expectView('Account')
    },
  )

  together('both are found again after a reload', async ({ page, shop, wallet: _, account }) => {
    await shop.goto(both)
    await shop.connectByHandle('Meadow Wallet')
    await page.evaluate(() => window.latchkey?.open({ namespace: 'solana' }))
    await shop.row('Sunbeam').click()
    await expect(shop.dialog).toBeHidden()
    await page.reload()
    await expect(shop.networkButton).toHaveAccessibleName('Network: Dogwood')
    await expect
      .poll(() => shop.state(state => Object.values(state.accounts).map(({ status }) => status)))
      .toEqual(['connected', 'connected'])
    expect(await shop.state(state => state.accounts.eip155?.address)).toBe(account.address)
  })
})
