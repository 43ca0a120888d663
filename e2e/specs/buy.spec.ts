import type { Hex } from 'viem'
import { chain } from '../setup/chain.ts'
import { expect, fund } from '../setup/test.ts'
import { together } from '../setup/together.ts'

const till = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const price = 50_000_000_000_000_000n

together.describe('the shop’s own button', () => {
  together(
    'SPEC §1 sends a real transaction through the connected wallet',
    async ({ page, shop, wallet, account }) => {
      await fund(account.address, 10n ** 18n)
      await shop.goto()
      await shop.connectByHandle('Meadow Wallet')
      await page.getByRole('button', { name: 'Buy for 0.05 ETH' }).click()
      await expect(page.getByText(/^Sold\. Transaction 0x[0-9a-f]{8}…$/)).toBeVisible()
      const [sent] = await wallet.control.requests('eth_sendTransaction')
      const transaction = await chain(31337).getTransaction(sent?.result as Hex)
      expect(transaction).toMatchObject({
        from: account.address.toLowerCase(),
        to: till.toLowerCase(),
        value: price,
      })
      const left = await chain(31337).getBalance(account.address)
      expect(left).toBeLessThanOrEqual(10n ** 18n - price)
      expect(left).toBeGreaterThan(10n ** 18n - price - 10n ** 16n)
    },
  )

  together(
    'asks somebody who is not connected to connect, and then sells',
    async ({ page, shop, wallet: _, account }) => {
      await fund(account.address, 10n ** 18n)
      await shop.goto()
      await page.getByRole('button', { name: 'Buy for 0.05 ETH' }).click()
      await shop.expectView('Connect')
      await shop.row('Meadow Wallet').click()
      await expect(page.getByText(/^Sold\. Transaction/)).toBeVisible()
      expect(await chain(31337).getBalance(account.address)).toBeLessThan(10n ** 18n)
    },
  )

  together('says nothing when the visitor closes the widget instead', async ({ page, shop, wallet: _ }) => {
    await shop.goto()
    await page.getByRole('button', { name: 'Buy for 0.05 ETH' }).click()
    await shop.expectView('Connect')
    await shop.button('Close').click()
    await expect(page.getByRole('button', { name: 'Buy for 0.05 ETH' })).toBeEnabled()
    await expect(page.locator('.note').first()).toHaveText('')
  })

  together(
    'shows the wallet’s own words when it refuses, and nothing is spent',
    async ({ page, shop, wallet, account }) => {
      await fund(account.address, 10n ** 18n)
      await shop.goto()
      await wallet.control.next('eth_sendTransaction', { kind: 'reject', message: 'Not today' })
      await shop.connectByHandle('Meadow Wallet')
      await page.getByRole('button', { name: 'Buy for 0.05 ETH' }).click()
      await expect(page.getByText('Not today')).toBeVisible()
      expect(await chain(31337).getBalance(account.address)).toBe(10n ** 18n)
    },
  )

  together('shows what the chain says when there is not enough', async ({ page, shop, wallet: _ }) => {
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    await page.getByRole('button', { name: 'Buy for 0.05 ETH' }).click()
    await expect(page.locator('.note').first()).toContainText(/insufficient funds/i)
  })

  together('pays on the network the wallet stands on', async ({ page, shop, wallet, account }) => {
    await fund(account.address, 10n ** 18n, 31338)
    await wallet.control.switchChain(31338)
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    await page.getByRole('button', { name: 'Buy for 0.05 ETH' }).click()
    await expect(page.getByText(/^Sold\. Transaction/)).toBeVisible()
    const [sent] = await wallet.control.requests('eth_sendTransaction')
    expect(await chain(31338).getTransaction(sent?.result as Hex)).toMatchObject({ value: price })
  })
})
