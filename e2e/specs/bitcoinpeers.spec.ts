/** Third-party software on a page with the widget: sats-connect, as a client of the wallets that the widget connects. */
import { installWallets } from '@latchkey/testing/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../setup/test.ts'

interface SatsAddress {
  readonly address: string
  readonly purpose: string
}

declare global {
  interface Window {
    /** What the page has of sats-connect, by a wallet's place on `window`. */
    readonly sats: {
      readonly heard: readonly string[]
      providers(): readonly { readonly id: string; readonly name: string }[]
      accounts(id: string): Promise<readonly SatsAddress[]>
      sign(id: string, address: string, message: string): Promise<unknown>
      listen(id: string): void
    }
  }
}

const message = 'Hello from a page\nwith two lines'

/** The balance of an address; no test reaches the network's own nodes. */
async function serveBalances(page: Page): Promise<void> {
  const stats = { funded_txo_sum: 0, spent_txo_sum: 0 }
  await page.route('https://mempool.space/**', route =>
    route.fulfill({ json: { chain_stats: stats, mempool_stats: stats } }),
  )
}

const addressOf = (page: Page) => page.evaluate(() => window.latchkey?.getState().accounts.bip122?.address)

test.beforeEach(async ({ page }) => serveBalances(page))

test('sats-connect and the widget see one Xverse, whichever connects it', async ({ page, host }) => {
  const [xverse] = await installWallets(page, [{ namespace: 'bip122', shape: 'xverse', memory: false }])
  await host.open('bitcoin/')
  const id = 'XverseProviders.BitcoinProvider'
  expect(await page.evaluate(() => window.sats.providers())).toEqual([{ id, name: 'Xverse Wallet' }])

  const shared = (await page.evaluate(of => window.sats.accounts(of), id)) as {
    address: string
    purpose: string
  }[]
  const { accounts, ordinals } = await xverse.control.state()
  expect(shared.map(({ address, purpose }) => [purpose, address])).toEqual([
    ['payment', accounts[0]],
    ['ordinals', ordinals[0]],
  ])
  const signed = await page.evaluate(([of, address, text]) => window.sats.sign(of, address, text), [
    id,
    accounts[0] ?? '',
    message,
  ] as const)
  expect(signed).toMatchObject({
    address: accounts[0],
    protocol: 'BIP322',
    signature: expect.stringMatching(/^A/),
  })

  await host.connect('Xverse')
  await expect.poll(() => addressOf(page)).toBe(accounts[0])
  await page.evaluate(of => window.sats.listen(of), id)
  await xverse.control.switchAccount(1)
  await expect.poll(() => addressOf(page)).toBe(accounts[1])
  expect(await page.evaluate(() => window.sats.heard)).toEqual(['accountChange'])
})

test('sats-connect and the widget see one UniSat, and its refusal is a visitor’s no for both', async ({
  page,
  host,
  faults,
}) => {
  const [unisat] = await installWallets(page, [{ namespace: 'bip122', shape: 'unisat', memory: false }])
  await host.open('bitcoin/')
  await unisat.control.next('requestAccounts', 'reject')
  await expect(page.evaluate(() => window.sats.accounts('unisat'))).rejects.toThrow('-32000')
  // It logs what the wallet failed with.
  await expect.poll(() => faults).toEqual([expect.stringContaining('Error calling the method')])
  faults.length = 0

  await host.connect('UniSat Wallet')
  const { accounts } = await unisat.control.state()
  await expect.poll(() => addressOf(page)).toBe(accounts[0])
  const shared = await page.evaluate(() => window.sats.accounts('unisat'))
  // One address, for both purposes.
  expect(shared).toMatchObject([
    { address: accounts[0], purpose: 'payment' },
    { address: accounts[0], purpose: 'ordinals' },
  ])
  const signed = await page.evaluate(([address, text]) => window.sats.sign('unisat', address, text), [
    accounts[0] ?? '',
    message,
  ] as const)
  expect(signed).toMatchObject({ protocol: 'BIP322', signature: expect.stringMatching(/^A/) })
  await page.evaluate(() => window.sats.listen('unisat'))
  await unisat.control.switchAccount(2)
  await expect.poll(() => addressOf(page)).toBe(accounts[2])
  expect(await page.evaluate(() => window.sats.heard)).toEqual(['accountChange'])
})

test('a wallet that enters itself after the page has loaded is there when the list opens', async ({
  page,
  host,
}) => {
  const [leather] = await installWallets(page, [
    { namespace: 'bip122', shape: 'leather', memory: false, announce: 'manual' },
  ])
  await host.open('bitcoin/')
  await page.evaluate(() => window.latchkey?.preload())
  await leather.control.announce()
  await host.connect('Leather')
  const { accounts } = await leather.control.state()
  await expect.poll(() => addressOf(page)).toBe(accounts[0])
})
