/** Third-party software on a page with the widget: dApp Kit and its burner wallet, which registers with a registry of its own. */
import { installWallets } from '@latchkey/testing/playwright'
import { verifyPersonalMessageSignature } from '@mysten/sui/verify'
import type { Page } from '@playwright/test'
import { expect, test } from '../setup/test.ts'

const burner = 'Unsafe Burner Wallet'

/** The page's node, which says the same of every account. */
async function answerNode(page: Page): Promise<void> {
  const data = { address: { balance: { totalBalance: '5000000000' } } }
  await page.route('**/no-node', route => route.fulfill({ json: { data } }))
}
const announceAgain = (page: Page) => page.getByRole('button', { name: 'Announce again' }).click()

test('the burner wallet is found once the page announces it again, and connects', async ({ page, host }) => {
  await answerNode(page)
  await host.open('sui/')
  await host.openConnect()
  await expect(host.rows.first()).toBeVisible()
  await expect(host.row(burner)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(host.dialog).toBeHidden()
  await announceAgain(page)
  await host.connect(burner)
  await expect(page.getByTestId('address')).toHaveText(/^0x[0-9a-f]{64}$/)
})

test('the burner wallet signs in at the hosted services', async ({ page, host, stack }) => {
  await answerNode(page)
  await host.open(`sui/?signin&services=${encodeURIComponent(stack.services)}`)
  await announceAgain(page)
  await host.openConnect()
  await host.row(burner).click()
  await expect
    .poll(() => page.evaluate(() => window.latchkey?.getState().accounts.sui?.isAuthenticated))
    .toBe(true)
})

test('dApp Kit finds our simulated wallet, and the widget beside it the same one', async ({ page, host }) => {
  await answerNode(page)
  const [wallet] = await installWallets(page, [
    { namespace: 'sui', name: 'Hazelnut', features: ['sui:signPersonalMessage', 'sui:signTransaction'] },
  ])
  await host.open('sui/')
  await page.getByRole('button', { name: 'Sign with Hazelnut' }).click()
  const output = page.getByRole('region', { name: 'dApp Kit' }).locator('output')
  await expect(output).toHaveText(/^[A-Za-z0-9+/]{128,}=*$/)
  const address = (await wallet.control.state()).authorised[0] ?? ''
  const text = new TextEncoder().encode('Hello from dApp Kit')
  await verifyPersonalMessageSignature(text, (await output.textContent()) ?? '', { address })

  await host.connect('Hazelnut')
  await expect(page.getByTestId('address')).toHaveText(address)
})
