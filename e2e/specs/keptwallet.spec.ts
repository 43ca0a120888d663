/** The embedded wallet in a browser that stores nothing for a frame of another site, such as Firefox where it blocks all cross-site cookies. */
import type { Address, Hex } from 'viem'
import { verifyMessage } from 'viem'
import { chromiumArgs } from '../../scripts/chromium/chromium.ts'
import { approve, framed, frameOf, keepRecoveryCode, logInByEmail } from '../setup/embeddedWallet.ts'
import { expect, test } from '../setup/test.ts'

// Without partitions, and with third-party cookies blocked, Chromium refuses a frame its storage.
test.use({
  launchOptions: {
    executablePath: framed.launchOptions.executablePath,
    args: [...chromiumArgs, '--test-third-party-cookie-phaseout'],
  },
})

test('a window keeps the wallet: after a reload one press opens it, until its visitor logs out', async ({
  page,
  shop,
  account: { address: name },
}) => {
  const email = `${name.toLowerCase()}.kept@mail.example`
  await shop.goto({ login: 'on' })
  const frame = frameOf(page)
  const offer = frame.getByRole('heading', { name: 'Keep your wallet in this browser' })
  await page.addLocatorHandler(offer, async () => {
    await frame.getByRole('button', { name: 'Keep it here' }).click()
    await expect(offer).toBeHidden()
  })
  // Where the browser keeps nothing, the wallet is protected first.
  await logInByEmail(shop, email, keepRecoveryCode)
  const address = (await shop.state(state => state.accounts.eip155?.address)) as Address
  const wallet = page.frame({ url: /^http:\/\/keys\./ })
  const stored = await wallet?.evaluate(
    () =>
      new Promise(resolve => {
        const opening = indexedDB.open('any')
        opening.onsuccess = () => resolve('stored')
        opening.onerror = () => resolve('refused')
      }),
  )
  expect(stored).toBe('refused')

  await test.step('one press opens it', async () => {
    await page.reload()
    await shop.openConnect()
    const row = shop.dialog.locator('[data-row=kept]')
    await expect(row).toContainText(email)
    await row.click()
    await expect(shop.accountButton).toBeVisible()
    await expect(shop.dialog).toBeHidden()
    expect(await shop.state(state => state.accounts.eip155?.address)).toBe(address)
    // The window closed itself.
    await expect.poll(() => page.context().pages().length).toBe(1)
  })

  await test.step('it signs, without a login or a recovery', async () => {
    const signing = page.evaluate(
      ([from]) => {
        type Asked = { request(asked: unknown): Promise<string> }
        const provider = window.latchkey?.getProvider() as Asked
        return provider.request({ method: 'personal_sign', params: ['0x48656c6c6f', from] })
      },
      [address] as const,
    )
    await approve(shop)
    expect(await verifyMessage({ address, message: 'Hello', signature: (await signing) as Hex })).toBe(true)
  })

  await test.step('logged out, nothing is left to open', async () => {
    await shop.openAccount()
    await shop.pressMenu('disconnect')
    await expect(shop.connectButton).toBeVisible()
    await page.reload()
    await shop.openConnect()
    await expect(shop.dialog.getByRole('textbox', { name: 'Email address' })).toBeVisible()
    await expect(shop.dialog.locator('[data-row=kept]')).toHaveCount(0)
  })
})
