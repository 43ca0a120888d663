import { verifyMessage } from 'viem'
import { chain } from '../setup/chain.ts'
import { expect, fund, test } from '../setup/test.ts'

test('viem alone signs and sends through the connected wallet; a refusal is viem’s own', async ({
  page,
  host,
  wallet,
  account,
}) => {
  await fund(account.address, 10n ** 18n)
  await host.open('viem/')
  const output = page.locator('output')
  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(output).toHaveText('Not connected.')
  await host.connect('Meadow Wallet')

  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(output).toHaveText(/^0x/)
  const signature = (await output.textContent()) as `0x${string}`
  expect(await verifyMessage({ address: account.address, message: 'Hello from viem', signature })).toBe(true)

  await wallet.control.next('personal_sign', 'reject')
  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(output).toHaveText('UserRejectedRequestError')

  await page.getByRole('button', { name: 'Send' }).click()
  await expect(output).toHaveText(/^0x/)
  const hash = (await output.textContent()) as `0x${string}`
  expect(await chain(31337).getTransaction(hash)).toMatchObject({ value: 10n ** 16n })
})
