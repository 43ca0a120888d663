import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strictPolicy, widgetPolicy } from '../hosts/csp/policy.ts'
import { expect, fund, shortened, test } from '../setup/test.ts'

test("SPEC §2 under default-src 'none' and Trusted Types the whole journey violates nothing", async ({
  page,
  host,
  wallet,
  account,
}) => {
  await fund(account.address, 1_234_567_890_000_000_000n)
  const violations = await recordViolations(page)
  await host.open('csp/')
  await host.connect('Meadow Wallet')
  await expect(host.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
  await host.openAccount()
  await expect(host.dialog.getByText('1.234 ETH')).toBeVisible()
  await host.button('Copy address').click()
  await host.row('Alder').click()
  await host.row('Birch').click()
  await host.expectView('Account')
  await host.button('Close').click()
  await wallet.control.next('wallet_switchEthereumChain', 'reject')
  await host.networkButton.click()
  await host.row('Cedar Testnet').click()
  await expect(host.status).toContainText('Network switch rejected')
  await page.keyboard.press('Escape')
  await host.expectView('Networks')
  await page.keyboard.press('Escape')
  await expect(host.dialog).toBeHidden()
  await host.openAccount()
  await host.pressMenu('disconnect')
  await expect(host.connectButton).toBeVisible()
  await host.openConnect()
  await expect(host.row('Meadow Wallet').locator('img')).toHaveJSProperty('complete', true)
  await expect(host.row('Meadow Wallet').locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  expect(await violations()).toEqual([])
})

test('the widget is dressed although the page allows no style at all', async ({
  page,
  host,
  faults,
  wallet: _,
}) => {
  await host.open('csp/')
  await host.openConnect()
  expect((await host.card.boundingBox())?.width).toBe(368)
  expect((await host.row('Meadow Wallet').boundingBox())?.height).toBe(56)
  expect(faults).toEqual([])
  // The page itself cannot do as much.
  const allowed = await page.evaluate(() => {
    const style = document.createElement('style')
    style.textContent = 'body { color: red }'
    document.head.append(style)
    return style.sheet?.cssRules.length ?? 0
  })
  expect(allowed).toBe(0)
  faults.length = 0
})

test('scripts trusted by nonce and strict-dynamic bring their chunks along', async ({
  page,
  host,
  wallet: _,
}) => {
  const violations = await recordViolations(page)
  await host.open('csp/?nonce')
  await host.connect('Meadow Wallet')
  await host.openAccount()
  await expect(host.dialog.getByText('0.000 ETH')).toBeVisible()
  expect(await violations()).toEqual([])
})

test('what a page at rest loads ahead violates no policy', async ({ page, host, wallet: _ }) => {
  const violations = await recordViolations(page)
  await host.open('csp/')
  await expect(page.locator('dialog').getByText('Meadow Wallet')).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(await violations()).toEqual([])
})

test.describe('each directive of docs/host-page-csp.md is needed', () => {
  // What the browser says of each thing that it does not do.
  const refused = /Content Security Policy/

  test('script-src', async ({ page, host, forgiven }) => {
    forgiven.push(refused)
    const violations = await recordViolations(page)
    await host.open('csp/?without=script-src')
    await expect.poll(violations).toContain('script-src-elem')
    await expect(host.connectButton).toHaveCount(0)
  })

  test('connect-src', async ({ page, host, forgiven, wallet: _ }) => {
    forgiven.push(refused)
    const violations = await recordViolations(page)
    await host.open('csp/?without=connect-src')
    await host.connect('Meadow Wallet')
    await host.openAccount()
    await expect(host.dialog.getByText('— ETH')).toBeVisible()
    await expect.poll(violations).toContain('connect-src')
  })

  test('img-src', async ({ page, host, forgiven, wallet: _ }) => {
    forgiven.push(refused)
    const violations = await recordViolations(page)
    await host.open('csp/?without=img-src')
    await host.openConnect()
    await expect.poll(violations).toContain('img-src')
    // A wallet without its picture is still a wallet.
    await host.row('Meadow Wallet').click()
    await expect(host.accountButton).toBeVisible()
  })
})

test('docs/host-page-csp.md lists exactly these directives', async () => {
  const text = await readFile(new URL('../../docs/host-page-csp.md', import.meta.url), 'utf8')
  const [, listed = ''] = /```http\nContent-Security-Policy: ([^`]*)```/.exec(text) ?? []
  const policy = strictPolicy(widgetPolicy(['https://rpc.example']))
  expect(listed.trim().replace(/\s+/g, ' ')).toBe(policy)
})

/** Keeps the directives that were violated, from the first script on. */
async function recordViolations(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const list: string[] = []
    Object.assign(window, { violations: list })
    document.addEventListener('securitypolicyviolation', event => list.push(event.effectiveDirective))
  })
  return () => page.evaluate(() => (window as unknown as { violations: string[] }).violations)
}
