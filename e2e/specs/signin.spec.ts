import { installWallets, type RemoteWallet } from '@latchkey/testing/playwright'
import { expect, freshAccount, shortened, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'

const message = 'Fernweh Press'

/** How often a wallet showed a prompt of a kind. */
async function count({ control }: RemoteWallet, method: string): Promise<number> {
  return (await control.requests()).filter(each => each.method === method).length
}

test.describe('required', () => {
  // One after another: on the page that they share, only the first one starts the shop with this option.
  test.describe.configure({ mode: 'default' })

  together(
    'SPEC §4: connects, signs, and is signed in at the shop’s own backend; a reload asks nothing',
    async ({ page, shop, wallet, account }) => {
      await shop.goto({ signin: 'required' })
      const signedIn = await shop.record('signedIn')
      await wallet.control.next('personal_sign', 'ask')
      await shop.openConnect()
      await shop.row('Meadow Wallet').click()
      await shop.expectView('SIWXSignMessage')
      await expect(shop.title).toHaveText('Sign in')
      // The wallet's own prompt comes with no further press.
      await wallet.control.waitForPending('personal_sign')
      await expect(shop.status).toContainText('Meadow Wallet')
      expect(await shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(false)

      await shop.button('Show the message').click()
      const shown = await shop.dialog.getByRole('region', { name: 'Message to sign' }).textContent()
      expect(shown).toContain(`wants you to sign in with your Ethereum account:\n${account.address}\n`)
      expect(shown).toContain('Chain ID: 31337\n')

      await wallet.control.approve()
      await expect(shop.dialog).toBeHidden()
      await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
      expect(await signedIn.at(0)).toEqual({
        namespace: 'eip155',
        caipNetworkId: 'eip155:31337',
        address: `eip155:31337:${account.address}`,
      })
      expect(await shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(true)
      const answer = await page.evaluate(() => fetch('/account').then(response => response.json()))
      expect(answer).toEqual({ address: account.address, chainId: 'eip155:31337' })
      const asked = (await wallet.control.requests()).filter(({ method }) => method === 'personal_sign')
      expect(asked).toHaveLength(1)

      await page.reload()
      await expect.poll(() => shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(true)
      await shop.openAccount()
      expect((await wallet.control.requests()).filter(({ method }) => method === 'personal_sign')).toEqual([])
    },
  )

  together(
    'SPEC §4: closing is refused with a shake until there is a session; cancelling disconnects',
    async ({ page, shop, wallet }) => {
      await shop.goto({ signin: 'required' })
      const cancelled = await shop.record('signInCancelled')
      await wallet.control.next('personal_sign', 'reject')
      await shop.openConnect()
      await shop.row('Meadow Wallet').click()
      await shop.expectView('SIWXSignMessage')
      await expect(shop.status).toContainText('Error signing message')
      await expect(shop.status).toContainText('You declined')
      await expect(shop.button('Close')).toBeHidden()
      const shakes = await shop.recordShakes()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(shop.dialog).toBeVisible()
      await expect.poll(async () => (await shakes()).length).toBeGreaterThan(0)

      // Asked once by itself, it waits for a press.
      expect(await count(wallet, 'personal_sign')).toBe(1)
      await shop.button('Disconnect').click()
      await expect(shop.dialog).toBeHidden()
      await expect(shop.connectButton).toBeVisible()
      expect(await cancelled.all()).toHaveLength(1)
    },
  )

  together(
    'T35: another account has no session in the same tick, and is asked; back on the first one nobody is',
    async ({ shop, wallet, account }) => {
      await shop.goto({ signin: 'required' })
      await shop.openConnect()
      await shop.row('Meadow Wallet').click()
      await expect(shop.dialog).toBeHidden()

      // Another network is another session (T28).
      await wallet.control.switchChain(31338)
      await shop.expectView('SIWXSignMessage')
      expect(await shop.state(state => state.accounts.eip155?.isAuthenticated)).not.toBe(true)
      // Declined, it is the last network with a session again.
      await shop.button('Disconnect').click()
      await expect(shop.dialog).toBeHidden()
      await expect
        .poll(() => shop.state(state => state.accounts.eip155?.caipAddress))
        .toBe(`eip155:31337:${account.address}`)
      await expect.poll(() => shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(true)
    },
  )

  together(
    'T34: a page that says it is signed in is a stranger to the shop’s backend',
    async ({ page, shop, wallet, account, faults }) => {
      expect(wallet).toBeDefined()
      // What a page answers itself about its session, with nothing behind it.
      await page.route('**/auth/session', route =>
        route.fulfill({
          json: {
            sessions: [
              {
                address: account.address,
                chainId: 'eip155:31337',
                domain: new URL(page.url()).host,
                issuedAt: '2026-01-01T00:00:00.000Z',
                expiresAt: '2100-01-01T00:00:00.000Z',
              },
            ],
          },
        }),
      )
      await shop.goto({ signin: 'required' })
      await shop.openConnect()
      await shop.row('Meadow Wallet').click()
      await expect.poll(() => shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(true)
      const status = await page.evaluate(() => fetch('/account').then(response => response.status))
      expect(status).toBe(401)
      // The browser logs the refusal.
      expect(faults.splice(0)).toHaveLength(1)
    },
  )

  test('T28 T36 two wallets: each account signs once, switching prompts none, disconnecting one ends its session alone', async ({
    page,
    shop,
    wallet,
    account,
    recipe,
  }) => {
    const [second, third] = [freshAccount(), freshAccount()]
    const keys = [second.privateKey, third.privateKey]
    const [heron] = await installWallets(page, [
      recipe({ name: 'Heron Vault', rdns: 'example.heron', accounts: keys }),
    ])
    await shop.goto({ signin: 'required', multi: 'on' })
    const isSignedIn = () => shop.state(state => state.accounts.eip155?.isAuthenticated)
    const addresses = async () => {
      const answer = await page.evaluate(() => fetch('/auth/session').then(response => response.json()))
      return (answer.sessions as { address: string }[]).map(({ address }) => address).sort()
    }
    await shop.openConnect()
    await shop.row('Meadow Wallet').click()
    await expect(shop.dialog).toBeHidden()
    expect(await isSignedIn()).toBe(true)

    await shop.openAccount()
    await shop.pressMenu('wallets')
    await shop.button('Add wallet').click()
    await heron.control.next('personal_sign', 'reject')
    await shop.row('Heron Vault').click()
    await shop.expectView('SIWXSignMessage')
    await expect(shop.status).toContainText('You declined')
    expect(await isSignedIn()).toBe(false)
    await shop.button('Try again').click()
    await expect(shop.dialog).toBeHidden()
    expect(await addresses()).toEqual([account.address, second.address].sort())

    await shop.openAccount()
    await shop.pressMenu('wallets')
    await shop.row(shortened(account.address)).click()
    await expect(shop.row(shortened(account.address))).toHaveAttribute('aria-current', 'true')
    await expect.poll(isSignedIn).toBe(true)
    expect([await count(wallet, 'personal_sign'), await count(heron, 'personal_sign')]).toEqual([1, 2])

    // Another account of the wallet that is in use: no session in the same tick, and its owner is asked.
    await shop.row(shortened(second.address)).click()
    await expect.poll(isSignedIn).toBe(true)
    await heron.control.switchAccount(1)
    await shop.expectView('SIWXSignMessage')
    expect(await isSignedIn()).toBe(false)
    await heron.control.switchAccount(0)
    await expect(shop.dialog).toBeHidden()
    expect(await isSignedIn()).toBe(true)

    await shop.openAccount()
    await shop.pressMenu('wallets')
    await shop.button('Disconnect Heron Vault').click()
    await expect.poll(addresses).toEqual([account.address])
    await expect.poll(isSignedIn).toBe(true)
  })

  together(
    'the backend is down while it is checked: it is said, nothing is lost, and another text is signed',
    async ({ page, shop, wallet, faults }) => {
      await page.route('**/auth/verify', route => route.abort())
      await shop.goto({ signin: 'required' })
      await wallet.control.next('personal_sign', 'ask')
      await shop.openConnect()
      await shop.row('Meadow Wallet').click()
      const nonce = async () => {
        const toggle = shop.row(/^(Show|Hide) the message$/)
        await expect(toggle).toBeVisible()
        if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
        const text = await shop.dialog.getByRole('region', { name: 'Message to sign' }).textContent()
        return /Nonce: (\S+)/.exec(text ?? '')?.[1]
      }
      await wallet.control.waitForPending('personal_sign')
      await shop.expectView('SIWXSignMessage')
      const first = await nonce()
      await wallet.control.approve()
      await expect(shop.status).toContainText('Error signing message')
      await expect(shop.button('Try again')).toBeEnabled()
      // The browser logs what did not get through.
      expect(faults.splice(0)).not.toHaveLength(0)
      expect(await nonce()).not.toBe(first)
      expect(await shop.state(state => state.accounts.eip155?.isConnected)).toBe(true)
      await page.unroute('**/auth/verify')
      await shop.button('Try again').click()
      await expect(shop.dialog).toBeHidden()
      expect(await shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(true)
      expect(await count(wallet, 'personal_sign')).toBe(2)
    },
  )

  test.describe('a wallet that signs as it connects (ERC-7846)', () => {
    test.use({ walletOptions: { signsOnConnect: 'always' } })

    test('one approval does both; declined, it is not asked again', async ({
      page,
      shop,
      wallet,
      account,
    }) => {
      await shop.goto({ signin: 'required' })
      await wallet.control.next('wallet_connect', 'reject')
      await shop.openConnect()
      await shop.row('Meadow Wallet').click()
      await expect(shop.status).toContainText('Connection rejected')
      const asked = async () => {
        const silent = ['eth_accounts', 'eth_chainId', 'eth_getBalance', 'eth_call', 'eth_blockNumber']
        return (await wallet.control.requests())
          .map(({ method }) => method)
          .filter(method => !silent.includes(method))
      }
      expect(await asked()).toEqual(['wallet_connect'])

      await page.reload()
      await expect(shop.networkButton).toBeVisible()
      const signedIn = await shop.record('signedIn')
      await shop.openConnect()
      await shop.row('Meadow Wallet').click()
      await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
      await expect.poll(() => shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(true)
      await expect(shop.dialog).toBeHidden()
      expect(await asked()).toEqual(['wallet_connect'])
      expect(await signedIn.at(0)).toMatchObject({ address: `eip155:31337:${account.address}` })
      const answer = await page.evaluate(() => fetch('/account').then(response => response.json()))
      expect(answer).toEqual({ address: account.address, chainId: 'eip155:31337' })
    })
  })

  together('disconnecting signs out', async ({ page, shop, wallet }) => {
    expect(wallet).toBeDefined()
    await shop.goto({ signin: 'required' })
    await shop.openConnect()
    await shop.row('Meadow Wallet').click()
    await expect(shop.dialog).toBeHidden()
    const status = () => page.evaluate(() => fetch('/auth/session').then(response => response.json()))
    expect((await status()).sessions).toHaveLength(1)
    await page.evaluate('window.latchkey.disconnect()')
    await expect(shop.connectButton).toBeVisible()
    await expect.poll(async () => (await status()).sessions).toEqual([])
  })
})

together('optional: declining closes, keeps the wallet and does not ask again', async ({ shop, wallet }) => {
  await shop.goto({ signin: 'optional' })
  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  await shop.expectView('SIWXSignMessage')
  await expect(shop.status).toContainText(`Sign in to ${message}`)
  await shop.button('Cancel').click()
  await expect(shop.dialog).toBeHidden()
  await expect(shop.accountButton).toBeVisible()
  await shop.openAccount()
  expect((await wallet.control.requests()).map(({ method }) => method)).not.toContain('personal_sign')
})

together('optional: the cross closes as well, and the wallet stays', async ({ shop, wallet }) => {
  expect(wallet).toBeDefined()
  await shop.goto({ signin: 'optional' })
  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  await shop.expectView('SIWXSignMessage')
  await shop.button('Close').click()
  await expect(shop.dialog).toBeHidden()
  await expect(shop.accountButton).toBeVisible()
  expect(await shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(false)
})

together(
  'services down: the shop cannot begin, so it says so and disconnects (SPEC §4)',
  async ({ page, shop, wallet, faults, forgiven }) => {
    expect(wallet).toBeDefined()
    forgiven.push(/ERR_FAILED|SIGNIN_INIT_FAILED/)
    await page.route('**/auth/session', route => route.abort())
    await shop.goto({ signin: 'required' })
    await shop.openConnect()
    await shop.row('Meadow Wallet').click()
    await expect(shop.dialog).toContainText('A problem occurred while trying initialize authentication')
    await shop.expectView('Connect')
    await expect.poll(() => shop.state(state => state.accounts.eip155?.isConnected)).toBe(false)
    // Besides the browser's log, the developer gets the error code.
    await expect.poll(() => faults.some(each => each.includes('SIGNIN_INIT_FAILED'))).toBe(true)
  },
)
