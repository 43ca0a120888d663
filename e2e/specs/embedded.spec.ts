/** The embedded wallet as a visitor has it: the real frame on its own site, the real services, the real mail. */
import type { BrowserContext, FrameLocator, Page } from '@playwright/test'
import { type Address, type Hex, verifyMessage } from 'viem'
import { chromiumArgs, ensureChromium } from '../../scripts/chromium.ts'
import { chain } from '../setup/chain.ts'
import type { Shop } from '../setup/Shop.ts'
import { expect, fund, shortened, test } from '../setup/test.ts'

interface Mail {
  readonly to: string | readonly string[]
  readonly text: string
}

// An iframe has a storage for each site that shows it, as in people's browsers; Playwright takes that away.
test.use({
  launchOptions: {
    executablePath: await ensureChromium(),
    args: chromiumArgs.map(arg => arg.replace(/ThirdPartyStoragePartitioning,?/, '')),
  },
})

/** What was mailed to an address, once it says what is looked for. */
async function mailed(page: Page, inbox: string, address: string, what: RegExp): Promise<string> {
  let found: string | undefined
  await expect
    .poll(async () => {
      const mails = (await (await page.request.get(`${inbox}/messages`)).json()) as readonly Mail[]
      const own = mails.filter(each => JSON.stringify(each.to).includes(address))
      found = own.map(({ text }) => what.exec(text)?.slice(1).join('')).find(each => each !== undefined)
      return found
    })
    .toBeTruthy()
  return found ?? ''
}

/** From the field in Connect to a wallet: the link in the mail, the code, and the recovery code kept. */
async function logIn(shop: Shop, context: BrowserContext, inbox: string, email: string): Promise<void> {
  const { page } = shop
  const frame = frameOf(page)
  await shop.openConnect()
  const field = shop.dialog.getByRole('textbox', { name: 'Email address' })
  await field.fill(email)
  await field.press('Enter')
  await shop.expectView('EmailLogin')
  await expect(frame.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()

  const other = await context.newPage()
  await other.goto(await mailed(page, inbox, email, /(http:\/\/keys\S+)/))
  await other.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(frame.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  await other.close()
  await page.bringToFront()

  // The page around never has it: it is typed into the frame (T11).
  await frame.getByRole('textbox').fill(await mailed(page, inbox, email, /\b(\d{4})[ -]?(\d{4})\b/))
  const groups = frame.locator('.login-groups li')
  await expect(groups.first()).toBeVisible()
  const code = await groups.allInnerTexts()
  await frame.getByRole('button', { name: 'I wrote it down' }).click()
  const asked = frame.getByRole('textbox', { name: /^Group \d$/ })
  await expect(asked).toHaveCount(2)
  for (const each of await asked.all()) {
    const label = await each.evaluate(input => (input as HTMLInputElement).labels?.[0]?.innerText ?? '')
    await each.fill(code[Number(/\d/.exec(label)?.[0]) - 1] ?? '')
  }
  await frame.getByRole('button', { name: 'Create wallet' }).click()
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
}

const frameOf = (page: Page): FrameLocator => page.frameLocator('#w3m-iframe')

/** Asks the wallet as any code of the page does; what comes of it is waited for by the answer. */
async function ask(page: Page, method: string, params: unknown): Promise<() => Promise<string>> {
  const answer = await page.evaluateHandle(
    async ([method, params]) => {
      type Asked = { request(asked: unknown): Promise<string> }
      const provider = window.latchkey?.getProvider() as Asked
      const outcome = provider.request({ method, params }).catch((error: { code: number }) => `${error.code}`)
      return { outcome }
    },
    [method, params] as const,
  )
  return () => answer.evaluate(({ outcome }) => outcome)
}

/** Agrees in the frame, once its button does something. */
async function approve(shop: Shop): Promise<void> {
  await shop.expectView('ApproveTransaction')
  const button = frameOf(shop.page).locator('button[data-tone=primary]')
  await expect(button).toBeVisible()
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await button.click()
}

test('a visitor logs in by email, comes back, signs and sends with approvals in the frame, and logs out', async ({
  page,
  context,
  shop,
  stack,
  account: { address: name },
}) => {
  test.setTimeout(60_000)
  const email = `${name.toLowerCase()}@mail.example`
  await shop.goto({ login: 'on' })
  await logIn(shop, context, stack.inbox, email)
  const address = (await shop.state(state => state.accounts.eip155?.address)) as Address
  await expect(shop.accountButton).toContainText(shortened(address))
  expect(await shop.state(state => state.connections[0]?.auth)).toEqual({ name: 'email', username: email })

  await test.step('a reload restores it, without a question', async () => {
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
    await expect(shop.dialog).toBeHidden()
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

  await test.step('what was approved arrives', async () => {
    await fund(address, 10n ** 18n)
    const to = name
    const sent = await ask(page, 'eth_sendTransaction', [{ from: address, to, value: '0x2386f26fc10000' }])
    await approve(shop)
    const hash = (await sent()) as Hex
    expect(await chain(31337).getTransaction(hash)).toMatchObject({ value: 10n ** 16n })
    await expect(shop.dialog).toBeHidden()
  })

  await test.step('logged out, the frame knows nobody any more', async () => {
    await shop.openAccount()
    await shop.dialog.locator('[data-row=disconnect]').click()
    await expect(shop.connectButton).toBeVisible()
    await page.reload()
    await expect(shop.connectButton).toBeVisible()
    expect(await shop.state(state => state.connections)).toEqual([])
  })
})
