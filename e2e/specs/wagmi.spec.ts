import { installWallets } from '@latchkey/testing/playwright'
import type { Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { chain } from '../setup/chain.ts'
import { stopClock } from '../setup/stopClock.ts'
import { expect, freshAccount, fund, test } from '../setup/test.ts'
import { togetherInWagmi } from '../setup/together.ts'
import { type WagmiLab, WagmiPage } from '../setup/WagmiPage.ts'

for (const version of [3, 2] as const) {
  const shared = togetherInWagmi[version]

  shared.describe(`wagmi ${version}`, () => {
    // One after another, on one page.
    shared.describe.configure({ mode: 'default' })

    shared(
      'what is connected, switched and disconnected in the widget is so in wagmi',
      async ({ page, wallet, account }) => {
        const app = new WagmiPage(page, version)
        await app.goto()
        expect(await wallet.control.requests(), 'nothing is asked on load but silently').not.toContainEqual(
          expect.objectContaining({ method: 'eth_requestAccounts' }),
        )
        await app.connect('Meadow Wallet')
        await app.expectConnected(account.address)
        await expect(app.connector).toHaveText('Latchkey')
        expect(await app.connectors()).toEqual(['latchkey'])
        expect(await stored(page, 'wagmi.recentConnectorId')).toBe('"latchkey"')
        expect(await stored(page, 'wagmi.store')).toContain(account.address)

        await app.networkButton.click()
        await app.row('Birch').click()
        await expect(app.chain).toHaveText('Birch')
        await app.openAccount()
        await app.pressMenu('disconnect')
        await app.expectDisconnected()
      },
    )

    shared(
      'wagmi’s hooks: connect opens the widget; sign, send, switch, balance and disconnect',
      async ({ page, wallet, account }) => {
        await fund(account.address, 10n ** 18n)
        const app = new WagmiPage(page, version)
        await app.goto()
        await app.wagmi('connect Latchkey').click()
        await app.expectView('Connect')
        await app.row('Meadow Wallet').click()
        await app.expectConnected(account.address)
        await expect(app.dialog).toBeHidden()
        await expect(app.balance).toHaveText('1')

        await app.wagmi('sign').click()
        await expect(app.signature).toHaveText(/^0x/)
        const signature = (await app.signature.textContent()) as `0x${string}`
        expect(
          await verifyMessage({ address: account.address, message: 'Hello from wagmi', signature }),
        ).toBe(true)

        await app.wagmi('send').click()
        await expect(app.hash).toHaveText(/^0x/)
        const hash = (await app.hash.textContent()) as `0x${string}`
        expect(await chain(31337).getTransaction(hash)).toMatchObject({ value: 10n ** 16n })

        await app.wagmi('switch to Birch').click()
        await expect(app.chain).toHaveText('Birch')
        await app.expectConnected(account.address, 31338)
        await expect(app.networkButton).toHaveAccessibleName('Network: Birch')
        expect((await wallet.control.requests('eth_requestAccounts')).length).toBe(1)

        await app.wagmi('disconnect').click()
        await app.expectDisconnected()
      },
    )

    shared(
      'closing the widget and saying no are wagmi’s own errors, and change nothing',
      async ({ page, wallet, account }) => {
        const app = new WagmiPage(page, version)
        await app.goto()
        await app.wagmi('connect Latchkey').click()
        await app.expectView('Connect')
        await page.keyboard.press('Escape')
        await expect(page.getByTestId('connect-error')).toHaveText('UserRejectedRequestError')
        await app.expectDisconnected()
        await app.connect('Meadow Wallet')
        await app.expectConnected(account.address)
        await wallet.control.next('wallet_switchEthereumChain', 'reject')
        await app.wagmi('switch to Birch').click()
        await expect(page.getByTestId('switch-error')).toHaveText('UserRejectedRequestError')
        await app.expectConnected(account.address)
      },
    )

    shared(
      'a wallet of another connector is the widget’s too, both ways, over a reload',
      async ({ page, wallet, account }) => {
        const app = new WagmiPage(page, version)
        await app.goto()
        await app.wagmi('connect Meadow Wallet').click()
        await app.expectConnected(account.address)
        await expect(app.connector).toHaveText('Meadow Wallet')
        await expect(app.dialog).toBeHidden()
        expect(await app.connectors()).toEqual(['example.meadow'])

        await page.reload()
        await app.expectConnected(account.address)
        await expect.poll(() => app.connectors()).toEqual(['example.meadow'])
        const asked = (await wallet.control.requests()).map(({ method }) => method)
        expect(asked).not.toContain('eth_requestAccounts')
        expect(asked).not.toContain('wallet_requestPermissions')

        await app.networkButton.click()
        await app.row('Birch').click()
        await expect(app.chain).toHaveText('Birch')
        await app.wagmi('disconnect').click()
        await app.expectDisconnected()

        await app.wagmi('connect Meadow Wallet').click()
        await app.expectConnected(account.address, 31338)
        await app.openAccount()
        await app.pressMenu('disconnect')
        await app.expectDisconnected()
      },
    )

    test('a reload restores one connection, asks once and prompts for nothing; so does a second tab', async ({
      page,
      context,
      wallet,
      account,
      recipe,
    }) => {
      const app = new WagmiPage(page, version)
      await app.goto()
      await app.connect('Meadow Wallet')
      await app.expectConnected(account.address)
      await page.reload()
      await app.expectConnected(account.address)
      expect(await app.connectors()).toEqual(['latchkey'])
      const asked = (await wallet.control.requests()).map(({ method }) => method)
      expect(asked).not.toContain('eth_requestAccounts')
      expect(asked).not.toContain('wallet_requestPermissions')

      const second = new WagmiPage(await context.newPage(), version)
      const [other] = await installWallets(second.page, [
        recipe({
          name: 'Meadow Wallet',
          rdns: 'example.meadow',
          accounts: [account.privateKey],
          connected: true,
        }),
      ])
      await second.goto()
      await second.expectConnected(account.address)
      expect(await other.control.requests('eth_requestAccounts')).toEqual([])
      await second.openAccount()
      await second.pressMenu('disconnect')
      await second.expectDisconnected()
      await second.page.reload()
      await second.expectDisconnected()
    })

    shared(
      'what the wallet does by itself shows in both: account, network, end',
      async ({ page, wallet, account }) => {
        const app = new WagmiPage(page, version)
        await app.goto()
        await app.connect('Meadow Wallet')
        await app.expectConnected(account.address)
        await wallet.control.switchChain(31338)
        await expect(app.chain).toHaveText('Birch')
        await app.expectConnected(account.address, 31338)
        await wallet.control.revoke()
        await app.expectDisconnected()
      },
    )

    shared(
      'a chain that is chosen before anybody connects is the other side’s too',
      async ({ page, wallet: _, account }) => {
        const app = new WagmiPage(page, version)
        await app.goto()
        await app.wagmi('switch to Birch').click()
        await expect(app.networkButton).toHaveAccessibleName('Network: Birch')
        await app.networkButton.click()
        await app.row('Alder').click()
        await expect(app.networkButton).toHaveAccessibleName('Network: Alder')
        await app.connect('Meadow Wallet')
        await app.expectConnected(account.address)
      },
    )

    test('with cookies (`cookieToInitialState`) the first picture has the account', async ({
      page,
      wallet,
      account,
    }) => {
      const app = new WagmiPage(page, version)
      await app.goto('?cookies')
      await app.connect('Meadow Wallet')
      await app.expectConnected(account.address)
      await wallet.control.always('eth_accounts', 'slow')
      await stopClock(page)
      await page.reload()
      await expect(app.wagmiStatus).toHaveText('reconnecting')
      await expect(app.account).toHaveText(account.address)
      await wallet.control.waitForPending('eth_accounts')
      await wallet.control.release('eth_accounts')
      await page.clock.resume()
      await app.expectConnected(account.address)
      expect(await wallet.control.requests('eth_requestAccounts')).toEqual([])
    })
  })
}

togetherInWagmi[3](
  'a config without the connector gets it, and gives it back when it is unbound',
  async ({ page, wallet: _, account }) => {
    const app = new WagmiPage(page, 3)
    await app.goto()
    await app.run(lab => Object.assign(window, { bare: lab.bindBare() }))
    const bare = () =>
      page.evaluate(() => {
        const { config } = (window as unknown as { bare: ReturnType<WagmiLab['bindBare']> }).bare
        return [config.state.status, ...config.connectors.map(({ id }) => id)]
      })
    await expect.poll(bare).toEqual(['disconnected', 'latchkey'])
    await app.connect('Meadow Wallet')
    await app.expectConnected(account.address)
    await expect.poll(bare).toEqual(['connected', 'latchkey'])
    await page.evaluate(() => (window as unknown as { bare: ReturnType<WagmiLab['bindBare']> }).bare.unbind())
    await expect.poll(bare).toEqual(['disconnected'])
    await app.expectConnected(account.address)
  },
)

test('with several wallets wagmi’s current connection is the widget’s active one', async ({
  page,
  wallet: _,
  account,
  recipe,
}) => {
  const other = freshAccount()
  await installWallets(page, [
    recipe({ name: 'Harbour', rdns: 'example.harbour', accounts: [other.privateKey] }),
  ])
  const app = new WagmiPage(page, 3)
  await app.goto()
  await app.run(({ latchkey }) => latchkey.update({ features: { multiWallet: true } }))
  await app.wagmi('connect Harbour').click()
  await app.expectConnected(other.address)
  await app.run(({ latchkey }) => void latchkey.open({ view: 'Connect', arguments: { add: true } as never }))
  await app.row('Meadow Wallet').click()
  await app.expectConnected(account.address)
  await expect.poll(() => app.connectors()).toEqual(['latchkey', 'example.harbour'])

  await app.run(({ config, actions }) => {
    const connector = config.connectors.find(({ id }) => id === 'example.harbour')
    return actions.switchConnection(config, { connector })
  })
  await app.expectConnected(other.address)
  await expect(app.connector).toHaveText('Harbour')
})

function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate(name => localStorage.getItem(name), key)
}
