/** Third-party software on a page with the widget: the ecosystem's injector and key ring, and the library that finds wallets for sites. */
import type { Page } from '@playwright/test'
import { expect, test } from '../setup/test.ts'

/** The key ring's account and the simulated wallet's, as Polkadot writes them. */
const addresses = {
  sr25519: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  ed25519: /^1[1-9A-HJ-NP-Za-km-z]{46,47}$/,
  ecdsa: /^1[1-9A-HJ-NP-Za-km-z]{46,47}$/,
} as const
const kusama = 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'

/** The chains of the page are public ones: no account holds anything there, by a node of ours. */
async function answerNodes(page: Page): Promise<void> {
  await page.route(/asset-hub-rpc\.polkadot\.io/, async route => {
    const asked = route.request().postDataJSON()
    const answer = ({ id }: { id: unknown }) => ({ jsonrpc: '2.0', id, result: null })
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers })
    return route.fulfill({ headers, json: Array.isArray(asked) ? asked.map(answer) : answer(asked) })
  })
}

test('a wallet of the injector connects, and its address follows the network', async ({ page, host }) => {
  await answerNodes(page)
  await host.open('polkadot/')
  await host.connect('key-ring')
  const address = page.getByTestId('address')
  await expect(address).toHaveText(addresses.sr25519)
  await page.evaluate(() => window.latchkey?.switchNetwork('polkadot:48239ef607d7928874027a43a6768920'))
  await expect(address).toHaveText(kusama)
  await page.reload()
  await expect(address).toHaveText(kusama)
  await page.evaluate(() => window.latchkey?.switchNetwork('polkadot:68d56f15f85d3136970ec16946040bc1'))
  await expect(address).toHaveText(addresses.sr25519)
})

for (const type of ['sr25519', 'ed25519', 'ecdsa'] as const)
  test(`it signs in at the hosted services with a key of ${type}`, async ({ page, host, stack }) => {
    await answerNodes(page)
    await host.open(`polkadot/?type=${type}&signin&services=${encodeURIComponent(stack.services)}`)
    await host.openConnect()
    await host.row('key-ring').click()
    await expect
      .poll(() => page.evaluate(() => window.latchkey?.getState().accounts.polkadot?.isAuthenticated))
      .toBe(true)
    await expect(page.getByTestId('address')).toHaveText(addresses[type])
  })

test('the library of other sites finds our simulated wallet, and it connects here as well', async ({
  page,
  host,
}) => {
  await answerNodes(page)
  await host.open('polkadot/')
  await page.getByRole('button', { name: 'Sign by the library' }).click()
  await expect(page.locator('output')).toHaveText(/sunbeam.*: 1[1-9A-HJ-NP-Za-km-z]{46,47} sr25519 true$/)
  await host.connect('sunbeam')
  const connected = (await page.getByTestId('address').textContent()) ?? ''
  await expect(page.locator('output')).toContainText(connected)
})
