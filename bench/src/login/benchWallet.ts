import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDevstack } from '@latchkey/devstack'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright'
import { chromiumArgs, ensureChromium } from '../../../scripts/chromium/chromium.ts'

/** Milliseconds, as a visitor has them in a browser over the local stack. */
export interface WalletNumbers {
  /** From the code in the field to the account in the page, by whom it knows already: the median, with a slowed-down CPU. */
  readonly codeToAccount: number
  /** From the press on Sign in the frame to the page's signature, the CPU as it is. */
  readonly approveMedian: number
  readonly approveSlowest: number
}

interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  readonly email: string
}

/** Measures logins and approvals with the real frame: visitors who come anew first, so that each may be mailed to again. */
export async function benchWallet(options: {
  readonly visitors: number
  readonly approvals: number
  readonly slowdown: number
  readonly log: (line: string) => void
}): Promise<WalletNumbers> {
  const { log, slowdown } = options
  const data = mkdtempSync(join(tmpdir(), 'latchkey-bench-wallet-'))
  const stack = await startDevstack({
    port: 0,
    automine: true,
    bundlerWaits: true,
    data,
    log: () => undefined,
  })
  let browser: Browser | undefined
  try {
    browser = await chromium.launch({
      executablePath: await ensureChromium(),
      // An iframe has a storage for each site that shows it, as in people's browsers.
      args: chromiumArgs.map(arg => arg.replace(/ThirdPartyStoragePartitioning,?/, '')),
    })
    const { inbox } = stack.description
    const visitors: Visitor[] = []
    for (let at = 0; at < options.visitors; at++) {
      log(`A wallet for visitor ${at + 1} of ${options.visitors}`)
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      const visitor = { context, page, email: `visitor${at}@mail.example` }
      await page.goto(`${stack.url}/?wallets=none&services=off&relay=off&login=on`)
      await makeWallet(visitor, inbox)
      visitors.push(visitor)
    }
    const [first] = visitors
    if (!first) throw new Error('Nobody came.')
    log(`Approving ${options.approvals} times`)
    const approvals = await timeApprovals(first.page, options.approvals)
    log('Logging in again')
    const logins: number[] = []
    for (const visitor of visitors) logins.push(await timeLogin(visitor, inbox, slowdown))
    return {
      codeToAccount: ranked(logins, 0.5),
      approveMedian: ranked(approvals, 0.5),
      approveSlowest: ranked(approvals, 0.99),
    }
  } finally {
    await browser?.close()
    await stack.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

const mailedCode = /^ {4}(\d{6,8})$/gm
const accountButton = (page: Page) => page.getByRole('button', { name: /^Account / })

async function enterEmail({ page, email }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Email address' })
  await field.fill(email)
  await field.press('Enter')
}

/** Creates a wallet: the code in the mail, and the stored recovery code. */
async function makeWallet(visitor: Visitor, inbox: string): Promise<void> {
  const { page, email } = visitor
  const frame = page.frameLocator('#w3m-iframe')
  await enterEmail(visitor)
  const [code] = await mailed(inbox, email, mailedCode, 1)
  await frame.getByRole('heading', { name: 'Enter the code' }).waitFor()
  await frame.getByRole('textbox').fill(String(code))
  const groups = frame.locator('.login-groups li')
  await groups.first().waitFor()
  const words = await groups.allInnerTexts()
  await frame.getByRole('button', { name: 'I wrote it down' }).click()
  const asked = frame.getByRole('textbox', { name: /^Group \d$/ })
  await asked.first().waitFor()
  for (const each of await asked.all()) {
    const label = await each.evaluate(input => (input as HTMLInputElement).labels?.[0]?.innerText ?? '')
    await each.fill(words[Number(/\d/.exec(label)?.[0]) - 1] ?? '')
  }
  await frame.getByRole('button', { name: 'Create wallet' }).click()
  await accountButton(page).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

interface TimedWindow {
  latchkey: {
    getProvider(): { request(asked: { method: string; params?: unknown }): Promise<string[]> }
    disconnect(): Promise<void>
  }
  signedAt: Promise<number>
  pressedAt: number
}

/** One after the other; the clocks of page and frame are the browser's. */
async function timeApprovals(page: Page, count: number): Promise<readonly number[]> {
  const times: number[] = []
  const frame = await frameOf(page)
  await frame.evaluate(() => {
    const listen = (event: Event) => {
      Object.assign(window, { pressedAt: performance.timeOrigin + event.timeStamp })
    }
    window.addEventListener('click', listen, true)
  })
  for (let round = 0; round < count; round++) {
    await page.evaluate(async () => {
      const timed = window as unknown as TimedWindow
      const provider = timed.latchkey.getProvider()
      const [address] = await provider.request({ method: 'eth_accounts' })
      const signed = provider.request({ method: 'personal_sign', params: ['0x48656c6c6f', address] })
      timed.signedAt = signed.then(() => performance.timeOrigin + performance.now())
    })
    await frame.locator('button[data-tone=primary]:not([aria-disabled=true])').click()
    const signedAt = await page.evaluate(() => (window as unknown as TimedWindow).signedAt)
    times.push(signedAt - (await frame.evaluate(() => (window as unknown as TimedWindow).pressedAt)))
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  // The first ones warm up.
  return times.slice(3)
}

async function timeLogin(visitor: Visitor, inbox: string, slowdown: number): Promise<number> {
  const { context, page, email } = visitor
  await page.bringToFront()
  await page.evaluate(() => (window as unknown as TimedWindow).latchkey.disconnect())
  await enterEmail(visitor)
  const [code] = await mailed(inbox, email, mailedCode, 2)
  const frame = await frameOf(page)
  const throttles = await Promise.all([page, frame].map(target => context.newCDPSession(target)))
  const slowly = (rate: number) =>
    Promise.all(throttles.map(devtools => devtools.send('Emulation.setCPUThrottlingRate', { rate })))
  await slowly(slowdown)
  const field = frame.getByRole('textbox')
  await field.waitFor()
  const start = performance.now()
  await field.fill(String(code))
  await accountButton(page).waitFor()
  const took = performance.now() - start
  // Slowing a process down takes time of its own, which the next visitor is not to pay for.
  await slowly(1)
  return took
}

async function frameOf(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('#w3m-iframe', { state: 'attached' })
  const frame = await element.contentFrame()
  if (!frame) throw new Error('The wallet page is not there.')
  return frame
}

/** Returns the mails to an address, the last one first, once there are enough. */
async function mailed(inbox: string, email: string, what: RegExp, least: number): Promise<readonly string[]> {
  const end = performance.now() + 20_000
  while (performance.now() < end) {
    const messages = (await (await fetch(`${inbox}/messages`)).json()) as { to: unknown; text: string }[]
    const own = messages.filter(({ to }) => JSON.stringify(to).includes(email))
    const found = own.flatMap(({ text }) => [...text.matchAll(what)].map(match => match[1] ?? ''))
    if (found.length >= least) return found
    await new Promise(done => setTimeout(done, 20))
  }
  throw new Error('A mail did not come.')
}

/** The time that this part of all is below. */
function ranked(times: readonly number[], part: number): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN
}
