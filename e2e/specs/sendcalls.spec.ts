import type { Page } from '@playwright/test'
import { expect, freshAccount, fund, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'

const ether = 10n ** 18n

/** Starts two transfers of 0.1 ETH each; the answer comes to `window.sent`. */
async function begin(page: Page, more = ''): Promise<void> {
  const calls = [freshAccount(), freshAccount()].map(({ address }) => ({
    to: address,
    value: `0x${(ether / 10n).toString(16)}`,
  }))
  await page.evaluate(`{
    window.sent = window.latchkey.sendCalls({ calls: ${JSON.stringify(calls)}${more} }).then(
      result => Object.keys(result).join(), error => error.code)
  }`)
}

for (const batches of [true, false]) {
  test.describe(batches ? 'a wallet that takes batches' : 'a wallet that takes none', () => {
    test.use({ walletOptions: { batches } })
    // The wallet of the shared page takes them.
    const check = batches ? together : test

    check(
      'SPEC §5 calls are seen from the wallet to their confirmation',
      async ({ page, shop, wallet, account }) => {
        await fund(account.address, ether)
        await shop.goto()
        await shop.connectByHandle('Meadow Wallet')
        await begin(page)
        await shop.expectView('WalletSendCalls')
        await expect(
          shop.dialog.getByRole('paragraph').filter({ hasText: 'All steps confirmed' }),
        ).toBeVisible()
        await expect(shop.dialog.getByText('Confirmed', { exact: true })).toHaveCount(2)
        expect(await page.evaluate('window.sent')).toBe(batches ? 'id' : 'hashes')
        expect(await wallet.control.requests('wallet_sendCalls')).toHaveLength(batches ? 1 : 0)
        await shop.dialog.getByRole('button', { name: 'Done' }).click()
        await expect(shop.dialog).toBeHidden()
      },
    )

    check('what was declined is said, and the host hears of it', async ({ page, shop, wallet, account }) => {
      await fund(account.address, ether)
      const method = batches ? 'wallet_sendCalls' : 'eth_sendTransaction'
      await shop.goto()
      if (!batches) await wallet.control.next(method, 'approve')
      await wallet.control.next(method, 'reject')
      await shop.connectByHandle('Meadow Wallet')
      await begin(page)
      await expect(shop.dialog.getByText('Not sent', { exact: true })).toHaveCount(batches ? 2 : 1)
      await expect(shop.dialog.getByText('Confirmed', { exact: true })).toHaveCount(batches ? 0 : 1)
      expect(await page.evaluate('window.sent')).toBe('SEND_REJECTED')
    })
  })
}

together(
  'nothing is shown where the host says so, and closing ends nothing',
  async ({ page, shop, wallet: _, account }) => {
    await fund(account.address, ether)
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    await begin(page, ', show: false')
    expect(await page.evaluate('window.sent')).toBe('id')
    await expect(shop.dialog).toBeHidden()
    await begin(page)
    await shop.expectView('WalletSendCalls')
    await page.evaluate('window.latchkey.close()')
    await expect(shop.dialog).toBeHidden()
    expect(await page.evaluate('window.sent')).toBe('id')
  },
)
