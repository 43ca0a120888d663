import { expect, shortened, test } from '../setup/test.ts'

const message = 'Fernweh Press'

test.describe('required', () => {
  test('SPEC §4: connects, signs, and is signed in at the shop’s own backend; a reload asks nothing', async ({
    page,
    shop,
    wallet,
    account,
  }) => {
    await shop.goto({ signin: 'required' })
    const signedIn = await shop.record('signedIn')
    await shop.openConnect()
    await shop.row('Meadow Wallet').click()
    await shop.expectView('SIWXSignMessage')
    await expect(shop.title).toHaveText('Sign in')
    await expect(shop.status).toContainText(`Sign in to ${message}`)
    expect(await shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(false)

    await shop.button('Show the message').click()
    const shown = await shop.dialog.getByRole('region', { name: 'Message to sign' }).textContent()
    expect(shown).toContain(`wants you to sign in with your Ethereum account:\n${account.address}\n`)
    expect(shown).toContain('Chain ID: 31337\n')

    await shop.button('Sign').click()
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
  })

  test('SPEC §4: closing is refused with a shake until there is a session; cancelling disconnects', async ({
    page,
    shop,
    wallet,
  }) => {
    await shop.goto({ signin: 'required' })
    const cancelled = await shop.record('signInCancelled')
    await shop.openConnect()
    await shop.row('Meadow Wallet').click()
    await shop.expectView('SIWXSignMessage')
    await expect(shop.button('Close')).toBeHidden()
    const shakes = await shop.recordShakes()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(shop.dialog).toBeVisible()
    await expect.poll(async () => (await shakes()).length).toBeGreaterThan(0)

    await wallet.control.next('personal_sign', 'reject')
    await shop.button('Sign').click()
    await expect(shop.status).toContainText('Error signing message')
    await expect(shop.status).toContainText('You declined')
    await shop.button('Cancel and disconnect').click()
    await expect(shop.dialog).toBeHidden()
    await expect(shop.connectButton).toBeVisible()
    expect(await cancelled.all()).toHaveLength(1)
  })

  test('T35: another account has no session in the same tick, and is asked; back on the first one nobody is', async ({
    shop,
    wallet,
    account,
  }) => {
    await shop.goto({ signin: 'required' })
    await shop.openConnect()
    await shop.row('Meadow Wallet').click()
    await shop.button('Sign').click()
    await expect(shop.dialog).toBeHidden()

    // Another network is another session (T28).
    await wallet.control.switchChain(31338)
    await shop.expectView('SIWXSignMessage')
    expect(await shop.state(state => state.accounts.eip155?.isAuthenticated)).not.toBe(true)
    // Declined, it is the last network with a session again.
    await shop.button('Cancel and disconnect').click()
    await expect(shop.dialog).toBeHidden()
    await expect
      .poll(() => shop.state(state => state.accounts.eip155?.caipAddress))
      .toBe(`eip155:31337:${account.address}`)
    await expect.poll(() => shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(true)
  })

  test('disconnecting signs out', async ({ page, shop, wallet }) => {
    expect(wallet).toBeDefined()
    await shop.goto({ signin: 'required' })
    await shop.openConnect()
    await shop.row('Meadow Wallet').click()
    await shop.button('Sign').click()
    await expect(shop.dialog).toBeHidden()
    const status = () => page.evaluate(() => fetch('/auth/session').then(response => response.json()))
    expect((await status()).sessions).toHaveLength(1)
    await page.evaluate('window.latchkey.disconnect()')
    await expect(shop.connectButton).toBeVisible()
    await expect.poll(async () => (await status()).sessions).toEqual([])
  })
})

test('optional: declining closes, keeps the wallet and does not ask again', async ({ shop, wallet }) => {
  await shop.goto({ signin: 'optional' })
  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  await shop.expectView('SIWXSignMessage')
  await shop.button('Cancel').click()
  await expect(shop.dialog).toBeHidden()
  await expect(shop.accountButton).toBeVisible()
  await shop.openAccount()
  expect((await wallet.control.requests()).map(({ method }) => method)).not.toContain('personal_sign')
})

test('services down: the shop cannot begin, so it says so and disconnects (SPEC §4)', async ({
  page,
  shop,
  wallet,
  faults,
}) => {
  expect(wallet).toBeDefined()
  await page.route('**/auth/session', route => route.abort())
  await shop.goto({ signin: 'required' })
  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  await expect(shop.dialog).toContainText('A problem occurred while trying initialize authentication')
  await shop.expectView('Connect')
  await expect.poll(() => shop.state(state => state.accounts.eip155?.isConnected)).toBe(false)
  faults.length = 0
})
