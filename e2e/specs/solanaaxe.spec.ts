/** What axe finds in the views of an account on Solana, with what the local chain and the services say of it. */
import { devSolanaAccounts } from '@latchkey/devstack'
import { installWallets } from '@latchkey/testing/playwright'
import { findBarriers } from '../setup/findBarriers.ts'
import { solanaChain } from '../setup/solanaChain.ts'
import { bothNamespaces, sunbeamRecipe, solanaTest as test } from '../setup/solanaTest.ts'
import { expect } from '../setup/test.ts'

/** The account of the local chain that has some of everything. */
const [visitor] = devSolanaAccounts
const holder = { address: String(visitor?.address), seed: [...(visitor?.privateKey ?? [])] }

for (const { scheme, ...viewport } of [
  { scheme: 'light', width: 1280, height: 800 },
  { scheme: 'dark', width: 390, height: 844 },
] as const) {
  test(`from the choice of the ecosystem to the review of a transfer, ${scheme}, ${viewport.width} wide`, async ({
    page,
    send,
    recipe,
  }) => {
    const expectNone = () => expect.poll(() => findBarriers(page, '[data-latchkey=default]')).toEqual([])
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(viewport)
    await installWallets(page, [
      recipe({ name: 'Heath', rdns: 'example.heath' }),
      { ...sunbeamRecipe([holder]), name: 'Heath' },
    ])
    await send.goto({ ...bothNamespaces, services: 'on' })
    await test.step('the choice', async () => {
      await send.openConnect()
      await send.row('Heath').click()
      await expect(send.row('Solana')).toBeVisible()
      await expectNone()
      await send.row('Solana').click()
      await expect(send.accountButton).toBeVisible()
      await expect(send.dialog).toBeHidden()
    })
    await test.step('the account: tokens, and NFTs', async () => {
      await send.openAccount()
      await expect(send.dialog.getByRole('list', { name: 'Tokens' })).toContainText('USDC')
      await expectNone()
      await send.dialog.getByRole('tab', { name: 'NFTs' }).click()
      await expect(send.row(/Brass key/)).toBeVisible()
      await expectNone()
    })
    await test.step('receiving', async () => {
      await send.row('Receive').click()
      await expect(send.dialog.locator('[part=qr][data-state=ready]')).toBeVisible()
      await expectNone()
      await send.button('Back').click()
      await send.expectView('Account')
    })
    await test.step('sending: the form with a fault, and the review of a new account for a token', async () => {
      await send.button('Send').click()
      await send.expectView('WalletSend')
      await send.receiver.fill('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
      await expect(send.dialog).toContainText('This address is for Ethereum.')
      await expectNone()
      await send.chooseToken('USD Coin')
      await send.review('1.5', await solanaChain().freshAddress())
      await expect(send.dialog.getByText('Opens an account')).toBeVisible()
      await expectNone()
    })
  })
}
