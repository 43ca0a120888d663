/** Views over several namespaces at once: what a wallet of bitcoin has, moving between networks, what is not there. */
import { namespaceCases } from '../setup/namespaceCases.ts'
import { namespacesTest as test } from '../setup/namespacesTest.ts'
import { readCode } from '../setup/readCode.ts'
import { expect } from '../setup/test.ts'

test('a wallet of bitcoin shows its address for coins, and names the one for ordinals', async ({
  page,
  site,
}) => {
  await site.goto()
  await site.connectTo('Bitcoin', 'Quarry')
  const state = await page.evaluate(() => window.latchkey?.getState().accounts.bip122)
  expect(state?.allAccounts.map(({ type }) => type)).toEqual(['payment', 'ordinals'])
  const [payment, ordinals] = state?.allAccounts ?? []
  expect(state?.address).toBe(payment?.address)

  await site.press('Receive on Bitcoin')
  await site.expectView('WalletReceive')
  const last = ordinals?.address.slice(-6) ?? ''
  await expect(site.dialog.getByText('For coins. Ordinals go to')).toContainText(last)
  await expect(site.button('Copy ordinals address')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.evaluate(() => void window.latchkey?.open({ view: 'ProfileWallets' }))
  await site.expectView('ProfileWallets')
  const row = site.row(/^Payment /)
  await expect(row).toContainText(`Ordinals`)
  await expect(row).toContainText(last)
  await expect(row).toHaveAttribute('aria-current', 'true')
})

test('a network of a namespace without a wallet asks first, and offers the wallets of that namespace alone', async ({
  page,
  site,
}) => {
  await site.goto()
  await site.connectTo('Sui', 'Tideway')
  await page.evaluate(() => void window.latchkey?.open({ view: 'Networks' }))
  await site.expectView('Networks')
  await site.row(/^Ironwood/).click()
  await site.expectView('SwitchActiveChain')
  await site.button('Switch to Ironwood').click()
  await site.expectView('Connect')
  await expect(site.row('Keplr')).toBeVisible()
  for (const other of ['Tideway', 'Quarry', 'Hollow', 'Sorrel', 'Heath'])
    await expect(site.row(other)).toHaveCount(0)
  await site.row('Keplr').click()
  await expect(site.dialog).toBeHidden()
  await expect(site.fact('Cosmos', 'Address')).toHaveText(/^cosmos1/)
  // The other wallet stays.
  await expect(site.fact('Sui', 'Address')).toHaveText(/^0x/)
})

test('SPEC §4: sending says that the chain is not supported where the namespace has none', async ({
  page,
  site,
}) => {
  await site.goto()
  await site.connectTo('Sui', 'Tideway')
  const closed = page.evaluate(() =>
    window.latchkey
      ?.open({ view: 'WalletSend', namespace: 'sui' })
      .catch((cause: { code: string }) => cause.code),
  )
  await site.expectView('WalletSend')
  await expect(site.dialog).toContainText('Unsupported chain')
  await page.keyboard.press('Escape')
  expect(await closed).toBe('MODAL_CLOSED')
})

test('seven namespaces at once: each has its account, its tab and its place after a reload', async ({
  page,
  site,
}) => {
  await site.goto()
  const all = [
    ['Ethereum', 'Heath'],
    ['Solana', 'Heath'],
    ['Bitcoin', 'Quarry'],
    ['Stacks', 'Hollow'],
    ['Polkadot', 'Sorrel'],
    ['Sui', 'Tideway'],
    ['Cosmos', 'Keplr'],
  ] as const
  for (const [card, wallet] of all) await site.connectTo(card, wallet)
  await page.evaluate(() => void window.latchkey?.open({ view: 'ProfileWallets' }))
  await site.expectView('ProfileWallets')
  await expect(site.dialog.getByRole('tab')).toHaveText([
    'Ethereum',
    'Solana',
    'Bitcoin',
    'Stacks',
    'Polkadot',
    'Sui',
    'Cosmos',
  ])
  await site.goto({ answer: 'ask' })
  for (const [card] of all) await expect(site.fact(card, 'Address')).not.toHaveText('')
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.values(window.latchkey?.getState().accounts ?? {}).map(account => account?.status),
      ),
    )
    .toEqual(all.map(() => 'connected'))
})

test('cut off from the network, every namespace keeps its account, connects and disconnects', async ({
  page,
  site,
  forgiven,
}) => {
  forgiven.push(/ERR_INTERNET_DISCONNECTED/)
  await site.goto()
  for (const one of namespaceCases) {
    const { card, wallet, address, symbol } = one
    await test.step(card, async () => {
      await site.connectTo(card, wallet)
      const shown = (await site.fact(card, 'Address').textContent()) ?? ''
      // The views and what draws codes are here from now on, whatever becomes of the network.
      await site.press(`Receive on ${card}`)
      await expect(site.dialog.locator('[part=qr][data-state=ready]')).toBeVisible()
      await page.keyboard.press('Escape')
      await site.press(`Account on ${card}`)
      await expect(site.dialog.getByText(`— ${symbol}`)).toBeVisible()
      await page.context().setOffline(true)
      await page.keyboard.press('Escape')
      await site.press(`Receive on ${card}`)
      expect(await readCode(site.dialog.locator('[part=qr][data-state=ready]'))).toContain(shown)
      await page.keyboard.press('Escape')
      await site.press(`Disconnect ${card}`)
      await expect(site.cardOf(card)).toContainText('Not connected.')
      await site.connectTo(card, wallet)
      await expect(site.fact(card, 'Address')).toHaveText(address)
      await page.context().setOffline(false)
    })
  }
})
