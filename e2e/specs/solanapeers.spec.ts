/** Third-party software on a page with the widget: wallet-adapter's burner wallet and the hooks of @solana/react. */
import type { Page } from '@playwright/test'
import { SendPage } from '../setup/SendPage.ts'
import { sol, solanaChain } from '../setup/solanaChain.ts'
import { expect, test } from '../setup/test.ts'

function partsOf(page: Page) {
  const burner = page.getByRole('article', { name: 'Burner Wallet' })
  return {
    address: page.getByTestId('address'),
    hookAddress: burner.getByTestId('hook-address'),
    output: burner.locator('output'),
    press: (name: string) => burner.getByRole('button', { name, exact: true }).click(),
  }
}

test('the burner wallet connects and sends through the widget, and kit reads what was sent', async ({
  page,
  host,
  stack,
}) => {
  const chain = solanaChain()
  await host.open('solana/')
  await host.connect('Burner Wallet')
  const { address } = partsOf(page)
  await expect(address).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  await chain.fund((await address.textContent()) ?? '', 2n * sol)

  const receiver = await chain.freshAddress()
  const send = new SendPage(page, stack.shop)
  await send.openSend()
  await send.review('0.25', receiver)
  await send.button('Send 0.25 SOL').click()
  await expect(send.status).toContainText('0.25 SOL sent')
  expect(await chain.getBalance(receiver)).toBe(sol / 4n)
})

test('the burner wallet signs in at the hosted services', async ({ page, host, stack }) => {
  await host.open(`solana/?signin&services=${encodeURIComponent(stack.services)}`)
  await host.openConnect()
  await host.row('Burner Wallet').click()
  // It lists `solana:signIn` with its account alone, once it is connected.
  await expect
    .poll(() => page.evaluate(() => window.latchkey?.getState().accounts.solana?.isAuthenticated))
    .toBe(true)
})

test('the hooks of @solana/react and the widget see one wallet, whichever connects it', async ({
  page,
  host,
}) => {
  const chain = solanaChain()
  const receiver = await chain.freshAddress()
  await host.open(`solana/?to=${receiver}`)
  const { address, hookAddress, output, press } = partsOf(page)
  await expect(hookAddress).toHaveText('No account')
  await host.connect('Burner Wallet')
  const connected = (await address.textContent()) ?? ''
  await expect(hookAddress).toHaveText(connected)

  await press('Sign by hook')
  await expect(output).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  await chain.fund(connected, sol)
  await press('Send by hook')
  await expect(output).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/)
  await expect.poll(() => chain.getBalance(receiver)).toBe(1_000_000n)

  await press('Disconnect by hook')
  await expect(hookAddress).toHaveText('No account')
  await expect(address).toHaveText('No account')
})
