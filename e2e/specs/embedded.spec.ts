/** The embedded wallet as a visitor has it: the real frame on its own site, the real services, the real mail. */
import type { Page } from '@playwright/test'
import { type Address, type Hex, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { chain } from '../setup/chain.ts'
import {
  approve,
  askWallet,
  framed,
  frameOf,
  logInByEmail,
  openAskingAccount,
} from '../setup/embeddedWallet.ts'
import { expect, fund, shortened, test } from '../setup/test.ts'

test.use(framed)

/** The answer to a request of the page's, or the number of its error. */
async function ask(page: Page, method: string, params: unknown): Promise<() => Promise<string>> {
  const ended = await askWallet(page, method, params)
  return async () => {
    const { answer, error } = await ended()
    return String(error ? error.code : answer)
  }
}

test('a visitor logs in by email, comes back, signs and sends with approvals in the frame, and logs out', async ({
  page,
  shop,
  account: { address: name },
}) => {
  const email = `${name.toLowerCase()}@mail.example`
  await shop.goto({ login: 'on' })
  await logInByEmail(shop, email)
  const address = (await shop.state(state => state.accounts.eip155?.address)) as Address
  await expect(shop.accountButton).toContainText(shortened(address))
  expect(await shop.state(state => state.connections[0]?.auth)).toEqual({
    name: 'email',
    username: email,
    email,
  })
  expect(await shop.state(state => state.accounts.eip155?.user)).toEqual({
    email,
    authProvider: 'email',
    accountType: 'eoa',
    isSmartAccountDeployed: false,
  })

  await test.step('a reload restores it, without a question, in a browser that blocks third-party cookies', async () => {
    const wallet = page.frame({ url: /^http:\/\/keys\./ })
    expect(await wallet?.evaluate(() => document.hasStorageAccess())).toBe(false)
    await page.reload()
    await expect.poll(() => shop.state(state => state.accounts.eip155?.isConnected)).toBe(true)
    await expect(shop.dialog).toBeHidden()
    await shop.openAccount()
    await expect(shop.dialog.getByText(email).first()).toBeVisible()
    await shop.button('Close').click()
    await expect(shop.dialog).toBeHidden()
  })

  await test.step('an approval opens the widget by itself, and closes it again', async () => {
    const signed = await ask(page, 'personal_sign', ['0x48656c6c6f', address])
    await approve(shop)
    const signature = (await signed()) as Hex
    expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)
  })

  await test.step('Escape in the frame refuses all that waits', async () => {
    const first = await ask(page, 'personal_sign', ['0x41', address])
    const second = await ask(page, 'personal_sign', ['0x42', address])
    await shop.expectView('ApproveTransaction')
    const button = frameOf(page).locator('button[data-tone=primary]')
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    expect([await first(), await second()]).toEqual(['4001', '4001'])
    await expect(shop.dialog).toBeHidden()
  })

  await test.step('the approved transactions arrive', async () => {
    await fund(address, 10n ** 18n)
    const to = name
    const sent = await ask(page, 'eth_sendTransaction', [{ from: address, to, value: '0x2386f26fc10000' }])
    await approve(shop)
    const hash = (await sent()) as Hex
    expect(await chain(31337).getTransaction(hash)).toMatchObject({ value: 10n ** 16n })
  })

  await test.step('a wallet that holds something asks once to be protected', async () => {
    await openAskingAccount(shop)
    await shop.button('Close').click()
    await expect(shop.dialog).toBeHidden()
  })

  await test.step('logged out, the frame has no login', async () => {
    await shop.openAccount()
    await shop.pressMenu('disconnect')
    await expect(shop.connectButton).toBeVisible()
    await page.reload()
    await expect(shop.connectButton).toBeVisible()
    expect(await shop.state(state => state.connections)).toEqual([])
  })
})

test('T62: a page posts the id of a shown transaction again with another receiver: the original is sent, the other is nothing', async ({
  page,
  shop,
  account: { address: to },
}) => {
  // The page's own script holds the port to the frame: it posts what it likes there.
  await page.addInitScript(() => {
    if (window !== top) return
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (message, options) {
      postMessage.call(this, message, options as StructuredSerializeOptions)
      const { method, params } = message?.payload ?? {}
      if (method !== 'eth_sendTransaction') return
      const repost = (to: string) =>
        postMessage.call(this, {
          ...message,
          payload: { ...message.payload, params: [{ ...params[0], to, value: '0x470de4df820000' }] },
        })
      Object.assign(window, { repost })
    }
  })
  const repost = () =>
    page.evaluate(to => (window as unknown as { repost(to: string): void }).repost(to), thief)
  const thief = privateKeyToAccount(generatePrivateKey()).address
  await shop.goto({ login: 'on' })
  await logInByEmail(shop, `${to.toLowerCase()}.again@mail.example`)
  const address = (await shop.state(state => state.accounts.eip155?.address)) as Address
  await fund(address, 10n ** 18n)
  const sent = await ask(page, 'eth_sendTransaction', [{ from: address, to, value: '0x2386f26fc10000' }])
  await repost()
  await shop.expectView('ApproveTransaction')
  await repost()
  const shown = frameOf(page).locator('.approve')
  await expect(shown).toContainText(to)
  await expect(shown).not.toContainText(thief)
  await approve(shop)
  const hash = (await sent()) as Hex
  const mined = await chain(31337).getTransaction(hash)
  expect(mined).toMatchObject({ to: to.toLowerCase(), value: 10n ** 16n })
  expect(await chain(31337).getBalance(thief)).toBe(0n)
})
