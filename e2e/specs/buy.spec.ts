/** The shop's own button: a payment that its backend makes, and a print that its webhook sells (issue of payments, §5). */
import type { Hex } from 'viem'
import { chain } from '../setup/chain.ts'
import { expect, fund } from '../setup/test.ts'
import { together } from '../setup/together.ts'

const till = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const price = 50_000_000_000_000_000n

together.describe('the shop’s own button', () => {
  together(
    'SPEC §1 pays with the connected wallet, and the services’ webhook sells the print',
    async ({ page, pay, wallet, account }) => {
      await fund(account.address, 10n ** 18n)
      await pay.goto()
      await pay.connectByHandle('Meadow Wallet')
      await expect(pay.buy).toHaveText('Buy for 0.05 ETH')
      await pay.buy.click()
      await pay.expectView('Pay')
      await pay.choose('Pay with ETH')
      await pay.button('Pay 0.05 ETH').click()
      await pay.expectPaid()
      // By the webhook alone: the page has not been told of an end yet.
      await expect(page.locator('.print').first()).toContainText('Sold to you')
      await pay.button('Done').click()
      await expect(pay.buy).toBeFocused()
      const [sent] = await wallet.control.requests('eth_sendTransaction')
      const transaction = await chain(31337).getTransaction(sent?.result as Hex)
      expect(transaction).toMatchObject({
        from: account.address.toLowerCase(),
        to: till.toLowerCase(),
        value: price,
      })
      // The backend remembers, and nothing is paid twice.
      await page.reload()
      await expect(pay.buy).toHaveText('Sold to you')
      await pay.buy.click({ force: true })
      await expect(pay.dialog).toBeHidden()
    },
  )

  together(
    'asks somebody who is not connected to connect, and then sells',
    async ({ page, pay, wallet: _, account }) => {
      await fund(account.address, 10n ** 18n)
      await pay.goto()
      await pay.buy.click()
      await pay.expectView('Pay')
      await pay.button('Connect wallet').click()
      await pay.expectView('Connect')
      await pay.row('Meadow Wallet').click()
      await pay.expectView('Pay')
      await pay.choose('Pay with ETH')
      await pay.button('Pay 0.05 ETH').click()
      await pay.expectPaid()
      await expect(page.getByText('Paid. The print is yours.')).toBeAttached()
    },
  )

  together('says nothing when the visitor closes the widget instead', async ({ page, pay, wallet: _ }) => {
    await pay.goto()
    await pay.buy.click()
    await pay.expectView('Pay')
    await pay.button('Close').click()
    await expect(pay.buy).toHaveAttribute('aria-disabled', 'false')
    await expect(pay.buy).toHaveText('Buy for 0.05 ETH')
    await expect(page.locator('.note').first()).toHaveText('')
  })

  together(
    'a refusal of the wallet is said, and nothing is spent',
    async ({ page, pay, wallet, account }) => {
      await fund(account.address, 10n ** 18n)
      await pay.goto()
      await wallet.control.next('eth_sendTransaction', { kind: 'reject', message: 'Not today' })
      await pay.connectByHandle('Meadow Wallet')
      await pay.buy.click()
      await pay.choose('Pay with ETH')
      await pay.button('Pay 0.05 ETH').click()
      await expect(pay.dialog).toContainText('You declined it in Meadow Wallet. Nothing was paid.')
      await pay.button('Close').click()
      await expect(pay.buy).toHaveText('Buy for 0.05 ETH')
      await expect(page.locator('.note').first()).toHaveText('')
      expect(await chain(31337).getBalance(account.address)).toBe(10n ** 18n)
    },
  )

  together('says what it takes where there is not enough', async ({ pay, wallet: _ }) => {
    await pay.goto()
    await pay.connectByHandle('Meadow Wallet')
    await pay.buy.click()
    await expect(pay.dialog).toContainText('Not enough in this wallet')
    await expect(pay.dialog).toContainText('0.05 ETH')
    await expect(pay.ways.getByRole('button', { name: /^Pay with ETH/ })).toHaveCount(0)
  })

  together('moves a wallet that stands on another network', async ({ page, pay, wallet, account }) => {
    await fund(account.address, 10n ** 18n)
    await wallet.control.switchChain(31338)
    await pay.goto()
    await pay.connectByHandle('Meadow Wallet')
    await pay.buy.click()
    await pay.ways.getByRole('button', { name: /^Pay with ETH on Alder/ }).click()
    await pay.choose('Pay with ETH(?! on)')
    await pay.button('Pay 0.05 ETH').click()
    await pay.expectPaid()
    await expect(page.locator('.print').first()).toContainText('Sold to you')
    const [sent] = await wallet.control.requests('eth_sendTransaction')
    expect(await chain(31337).getTransaction(sent?.result as Hex)).toMatchObject({ value: price })
  })
})
