import { installWallets } from '@latchkey/testing/playwright'
import type { Page } from '@playwright/test'
import { stopClock } from '../setup/stopClock.ts'
import { expect, shortened, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'

test('SPEC-NOTES §4 a reload finds the connection again, without asking and without a flash of "Connect"', async ({
  page,
  shop,
  wallet,
  account,
}) => {
  await recordButtons(page)
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  expect(await seenButtons(page)).toContain('Connect wallet')

  await page.reload()
  await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
  await expect.poll(() => shop.state(state => state.accounts.eip155?.isReconnecting)).toBe(false)
  expect(await shop.state(state => state.accounts.eip155)).toMatchObject({
    caipAddress: `eip155:31337:${account.address}`,
    status: 'connected',
    isConnected: true,
  })
  expect(await seenButtons(page)).toEqual([`Account ${shortened(account.address)}`])

  const asked = (await wallet.control.requests()).map(request => request.method)
  expect(asked).toContain('eth_accounts')
  expect(asked).not.toContain('eth_requestAccounts')
  expect(asked).not.toContain('wallet_requestPermissions')
  expect(await wallet.control.pending()).toEqual([])
})

test('SPEC-NOTES §3 while it is restored, an account is "connecting" and said to be reconnecting', async ({
  page,
  shop,
  wallet,
  account,
}) => {
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await wallet.control.always('eth_accounts', 'slow')
  await stopClock(page)
  await page.reload()
  await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
  expect(await shop.state(state => state.accounts.eip155)).toMatchObject({
    address: account.address,
    status: 'connecting',
    isReconnecting: true,
  })
  await wallet.control.waitForPending('eth_accounts')
  await wallet.control.release('eth_accounts')
  await page.clock.resume()
  await expect.poll(() => shop.state(state => state.accounts.eip155?.status)).toBe('connected')
})

together(
  'the network the wallet moved to meanwhile is the one after a reload',
  async ({ page, shop, wallet }) => {
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    await wallet.control.switchChain(31338)
    await expect(shop.networkButton).toHaveAccessibleName('Network: Birch')
    await page.reload()
    await expect(shop.networkButton).toHaveAccessibleName('Network: Birch')
    await expect.poll(() => shop.state(state => state.accounts.eip155?.isReconnecting)).toBe(false)
    await expect(shop.networkButton).toHaveAccessibleName('Network: Birch')
  },
)

together(
  'an account chosen in the wallet while the page was closed is taken over',
  async ({ page, shop, wallet }) => {
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    await wallet.control.always('eth_accounts', { kind: 'answer', value: [other] })
    await page.reload()
    await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(other)}`)
  },
)

const other = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.describe('a wallet that announces itself late', () => {
  test.use({ walletOptions: { announce: 'manual' } })

  test('is waited for', async ({ page, shop, wallet, account }) => {
    await recordButtons(page)
    await shop.goto()
    await wallet.control.announce()
    await shop.connectByHandle('Meadow Wallet')
    // The time that a wallet has is the page's own, which stands until it has announced itself.
    await stopClock(page)
    await page.reload()
    await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
    expect(await shop.state(state => state.accounts.eip155?.isReconnecting)).toBe(true)
    await page.clock.runFor(1_900)
    expect(await shop.state(state => state.accounts.eip155?.isReconnecting)).toBe(true)
    await wallet.control.announce()
    await page.clock.resume()
    await expect.poll(() => shop.state(state => state.accounts.eip155?.status)).toBe('connected')
    expect(await seenButtons(page)).toEqual([`Account ${shortened(account.address)}`])
  })

  test('and never comes: disconnected after the grace time, back as soon as it is there', async ({
    page,
    shop,
    wallet,
    account,
  }) => {
    await shop.goto()
    await wallet.control.announce()
    await shop.connectByHandle('Meadow Wallet')

    await stopClock(page)
    await page.reload()
    await expect(shop.accountButton).toBeVisible()
    await page.clock.runFor(1_900)
    await expect(shop.accountButton).toBeVisible()
    await page.clock.resume()
    await expect(shop.connectButton).toBeVisible()
    expect(await shop.state(state => [state.accounts.eip155?.status, state.connections.length])).toEqual([
      'disconnected',
      0,
    ])

    // Not forgotten: the next page load may find it, and so does this one.
    await stopClock(page)
    await page.reload()
    await expect(shop.accountButton).toBeVisible()
    await page.clock.resume()
    await expect(shop.connectButton).toBeVisible()
    await wallet.control.announce()
    await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
    expect(await shop.state(state => state.accounts.eip155?.status)).toBe('connected')
  })
})

together(
  'a permission that was taken back in the wallet ends the connection',
  async ({ page, shop, wallet }) => {
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    const disconnected = await shop.record('disconnected')
    await wallet.control.revoke()
    await expect(shop.connectButton).toBeVisible()
    expect(await disconnected.at(0)).toMatchObject({ namespace: 'eip155', by: 'wallet' })
    await page.reload()
    await expect(shop.connectButton).toBeVisible()
    expect(await shop.state(state => state.accounts.eip155?.status)).toBe('disconnected')
  },
)

together(
  'a permission that was taken back while the page was closed ends it at the next load, for good',
  async ({ page, shop, wallet }) => {
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    await wallet.control.always('eth_accounts', { kind: 'answer', value: [] })
    await page.reload()
    await expect(shop.connectButton).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('@latchkey/default/snapshot')))
      .toBeNull()
  },
)

together(
  'a wallet that answers nonsense at the load is given up, not forgotten',
  async ({ page, shop, wallet }) => {
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    await wallet.control.always('eth_accounts', 'malformed')
    await page.reload()
    await expect(shop.connectButton).toBeVisible()
    await wallet.control.reset()
    await page.reload()
    await expect(shop.accountButton).toBeVisible()
  },
)

test('SPEC §4 with reconnecting off a page starts disconnected, and asks the wallet nothing', async ({
  page,
  shop,
  wallet,
}) => {
  await recordButtons(page)
  await shop.goto({ reconnect: 'off' })
  await shop.connectByHandle('Meadow Wallet')
  await page.reload()
  await expect(shop.connectButton).toBeVisible()
  await page.evaluate(() => window.latchkey?.preload())
  expect(await seenButtons(page)).toEqual(['Connect wallet'])
  expect(await wallet.control.requests()).toEqual([])
})

test('two tabs: what one tab ends is gone for the other at its next load', async ({
  page,
  shop,
  context,
  recipe,
}) => {
  await installWallets(context, [recipe({ name: 'Meadow Wallet', rdns: 'example.meadow' })])
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  const second = await context.newPage()
  await second.goto(page.url())
  const account = second.getByRole('banner').getByRole('button', { name: /^Account / })
  await account.click()
  await second.getByRole('dialog').getByRole('button', { name: 'More' }).click()
  await second.getByRole('menuitem', { name: 'Disconnect' }).click()
  await expect(second.getByRole('banner').getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await page.reload()
  await expect(shop.connectButton).toBeVisible()
})

/** Keeps the names that the connect button had, from the first frame on, without neighbouring repeats. */
async function recordButtons(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenButtons: seen })
    const look = () => {
      const box = document.querySelectorAll('header [data-latchkey-button]')[1]
      const button = box?.shadowRoot?.querySelector('button')
      const name = button?.getAttribute('aria-label') ?? button?.textContent ?? undefined
      if (name !== undefined && seen.at(-1) !== name) seen.push(name)
    }
    // A change that lives for less than a frame counts too.
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (init) {
      const root = attach.call(this, init)
      new MutationObserver(look).observe(root, {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true,
      })
      return root
    }
    const each = () => {
      look()
      requestAnimationFrame(each)
    }
    requestAnimationFrame(each)
  })
}

function seenButtons(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { seenButtons: string[] }).seenButtons)
}
