import type { BrowserContext, Frame, FrameLocator, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { chromiumArgs, ensureChromium } from '../../scripts/chromium/chromium.ts'
import { readStack } from './stack.ts'
import type { Widget } from './Widget.ts'

/**
 * Options for tests of the wallet frame: a browser that blocks third-party cookies, as Debian's Chromium, incognito windows
 * and strict modes do. An iframe has a storage for each site that shows it, as in people's browsers; Playwright takes that away.
 */
export const framed = {
  launchOptions: {
    executablePath: await ensureChromium(),
    args: [
      ...chromiumArgs.map(arg => arg.replace(/ThirdPartyStoragePartitioning,?/, '')),
      '--test-third-party-cookie-phaseout',
    ],
  },
}

interface Mail {
  readonly to: string | readonly string[]
  readonly text: string
}

export const frameOf = (page: Page): FrameLocator => page.frameLocator('#w3m-iframe')

/**
 * Presses what may just have come into the frame: once the page has drawn the frame around it. Chromium gives a press beyond
 * the size that it drew last to the page.
 */
export async function pressInFrame(page: Page, target: Locator): Promise<void> {
  const frame = page.locator('#w3m-iframe')
  await expect
    .poll(async () => {
      await target.scrollIntoViewIfNeeded()
      const [inner, outer] = [await target.boundingBox(), await frame.boundingBox()]
      return inner && outer && inner.y + inner.height <= outer.y + outer.height
    })
    .toBe(true)
  await frame.evaluate(async () => {
    for (let drawn = 0; drawn < 3; drawn += 1) await new Promise(requestAnimationFrame)
  })
  await target.click()
}

/** Returns the mail to an address, once its text matches. */
export async function readMail(page: Page, address: string, what: RegExp): Promise<string> {
  let found: string | undefined
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${readStack().inbox}/messages`)
      const own = ((await answer.json()) as readonly Mail[]).filter(({ to }) =>
        JSON.stringify(to).includes(address),
      )
      found = own.map(({ text }) => what.exec(text)?.slice(1).join('')).find(each => each !== undefined)
      return found
    })
    .toBeTruthy()
  return found ?? ''
}

/** From the field in Connect to a wallet: the code in the mail; the wallet is protected later, or as `protect` has it. */
export async function logInByEmail(
  widget: Widget,
  email: string,
  protect: (widget: Widget) => Promise<unknown> = keepLater,
): Promise<void> {
  const { page, dialog } = widget
  const frame = frameOf(page)
  await widget.openConnect()
  const field = dialog.getByRole('textbox', { name: 'Email address' })
  await field.fill(email)
  await field.press('Enter')
  await widget.expectView('EmailLogin')
  await expect(frame.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  // The page around never has it: it is typed into the frame (T11).
  await frame.getByRole('textbox').fill(await readMail(page, email, /^ {4}(\d{6,8})$/m))
  await protect(widget)
}

/** Puts off what a first login asks; the wallet is there. */
export async function keepLater({ page, dialog, accountButton }: Widget): Promise<void> {
  await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Later' }))
  await expect(accountButton).toBeVisible()
  await expect(dialog).toBeHidden()
}

/** Opens Account of a wallet that holds something and that nothing protects yet: it asks once, and "Later" leads to Account. */
export async function openAskingAccount(widget: Widget): Promise<void> {
  await widget.accountButton.click()
  await widget.expectView('WalletSettings')
  const later = frameOf(widget.page).getByRole('button', { name: 'Later' })
  await expect(later).toBeVisible()
  // Chromium discards a press in a frame that moved within the last half second: it is repeated.
  await expect(async () => {
    if (await later.isVisible()) await later.click({ timeout: 5_000 })
    await expect(widget.dialog.locator('[data-view=Account]')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await widget.expectView('Account')
}

/** A recovery code at a first login, as its visitor saves it. Returns the code. */
export async function keepRecoveryCode({ page, dialog, accountButton }: Widget): Promise<string> {
  await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Write down a code' }))
  const code = await saveRecoveryCode(page)
  await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Continue' }))
  await expect(accountButton).toBeVisible()
  await expect(dialog).toBeHidden()
  return code
}

/** Reads the shown recovery code, and says that it is saved; the caller presses the button. */
export async function saveRecoveryCode(page: Page): Promise<string> {
  const frame = frameOf(page)
  const groups = frame.locator('.login-groups li')
  await expect(groups.first()).toBeVisible()
  const code = await groups.allInnerTexts()
  await frame.getByRole('checkbox', { name: 'I’ve saved it' }).press('Space')
  return code.join('-')
}

/** Lets a tab, or a frame of another process in it, make and use passkeys, by a person who is there and says yes. */
export async function addAuthenticator(of: Page | Frame, context: BrowserContext): Promise<void> {
  const session = await context.newCDPSession(of)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Agrees in the frame, twice where it asks twice, and sees the card close, unless the request came from a view of the card. */
export async function approve(
  widget: Widget,
  options: { readonly twice?: boolean; readonly stays?: boolean } = {},
): Promise<void> {
  await widget.expectView('ApproveTransaction')
  const frame = frameOf(widget.page)
  await press(frame.locator('button[data-tone=primary]'))
  if (options.twice) await press(frame.locator('button[data-tone=danger]'))
  if (!options.stays) await expect(widget.dialog).toBeHidden()
}

/**
 * Scrolls the request through and presses. A late answer restarts the button's delay: a press during it did nothing,
 * and is repeated.
 */
async function press(button: Locator): Promise<void> {
  const isAsking = () =>
    button
      .evaluateAll(all => all.some(each => each.checkVisibility() && each.ariaBusy !== 'true'))
      // With its card, the frame has gone out of sight.
      .catch(() => false)
  await expect(button).toBeVisible()
  await expect(async () => {
    if (await isAsking()) {
      await button.evaluate(() => scrollTo(0, 0))
      await button.hover({ timeout: 5_000 })
      await button.page().mouse.wheel(0, 5_000)
      await button.click({ timeout: 5_000 })
    }
    await expect.poll(isAsking, { timeout: 1_000 }).toBe(false)
  }).toPass()
}

/** What a request of a page came to. */
export interface AskedOutcome {
  readonly answer?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** Asks the wallet as any code of the page does; what comes of it is waited for by the answer. */
export async function askWallet(
  page: Page,
  method: string,
  params: unknown,
): Promise<() => Promise<AskedOutcome>> {
  const begun = await page.evaluateHandle(
    ([method, params]) => {
      type Asked = { request(asked: unknown): Promise<unknown> }
      type Failure = { readonly code: number; readonly message: string; readonly data?: unknown }
      const provider = window.latchkey?.getProvider() as Asked
      const outcome = provider.request({ method, params }).then(
        answer => ({ answer }),
        ({ code, message, data }: Failure) => ({
          error: { code, message, ...(data !== undefined && { data }) },
        }),
      )
      return { outcome }
    },
    [method, params] as const,
  )
  return () => begun.evaluate(({ outcome }) => outcome as Promise<AskedOutcome>)
}
